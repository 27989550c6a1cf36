/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes a flame graph.  The stacks become a tree of frames.  The width of a frame shows its
 * values and those of all frames that it called.  The SVG contains flame.js, which makes it
 * interactive.  It can also be read without this script.
 */
#include <stdlib.h>
#include <string.h>

#include "export/stacks.h"

/* Embeds the text of flame.js in this executable. */
__asm__(".pushsection .rodata\n"
	"flame_js: .incbin \"" FLAME_JS "\"\n"
	".byte 0\n"
	".popsection\n");
extern const char flame_js[] __asm__("flame_js");

#define WIDTH 1200
#define LEFT 10
#define WIDE (WIDTH - 2 * LEFT)
#define ROW 17
#define TOP 64
#define BOTTOM 34
#define LEAST 0.00005	/* a share of all values: frames with less are not drawn */

/* ---- the tree ----------------------------------------------------------- */

struct node {
	const struct frame *frame;	/* NULL: the root */
	struct node *children, *next;	/* children sorted by compare() */
	uint64_t value, base;
};

static bool is_kernel(const struct frame *f)
{
	return f->kind == FRAME_KERNEL;
}

/* Compares frames by name, then by side: kernel or not.  Modules do not count, as in folded
 * stacks. */
static int compare(const struct frame *a, const struct frame *b)
{
	int c = strcmp(a->name, b->name);

	return c ? c : is_kernel(a) - is_kernel(b);
}

static struct node *child(struct node *of, const struct frame *f)
{
	struct node **at = &of->children, *n;

	while (*at && compare((*at)->frame, f) < 0)
		at = &(*at)->next;
	if (*at && !compare((*at)->frame, f))
		return *at;
	n = export_alloc(NULL, 1, sizeof(*n));
	*n = (struct node){ .frame = f, .next = *at };
	*at = n;
	return n;
}

static void add_all(struct node *root, const struct export_stacks *st,
		    bool is_base)
{
	for (size_t i = 0; st && i < st->n_samples; i++) {
		const struct sample *s = &st->samples[i];
		struct node *n = root;

		for (size_t k = 0;; k++) {
			*(is_base ? &n->base : &n->value) += s->value;
			if (k == s->n)
				break;
			n = child(n, s->frames[k]);
		}
	}
}

static void free_children(struct node *of)
{
	struct node *n = of->children, *next;

	for (; n; n = next) {
		next = n->next;
		free_children(n);
		free(n);
	}
}

/* ---- text --------------------------------------------------------------- */

/* Writes a string as XML.  XML cannot have control characters or invalid UTF-8, but a name of
 * code may have any byte: such a byte becomes '?'. */
static void put_xml(FILE *f, const char *s)
{
	for (size_t n; *s; s += n) {
		n = export_utf8_len(s);
		switch (*s) {
		case '&':
			fputs("&amp;", f);
			break;
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		default:
			if (!n || (unsigned char)*s < ' ' || *s == 0x7f)
				putc('?', f);
			else
				fwrite(s, 1, n, f);
		}
		n += !n;
	}
}

static const char *mark_of(const struct node *n)
{
	if (!n->frame || n->frame->kind == FRAME_LABEL)
		return "";
	return is_kernel(n->frame) ? " [k]" : " [u]";
}

static const char *name_of(const struct node *n)
{
	return n->frame ? n->frame->name : "all";
}

/* ---- colours ------------------------------------------------------------ */

static unsigned hash(const char *s)
{
	unsigned h = 5381;

	for (; *s; s++)
		h = h * 33 ^ (unsigned char)*s;
	return h ^ h >> 15;
}

/* Writes the colour of a frame.  The file of its code selects it: warm for the kernel, green to
 * blue for programs.  Labels and the root are grey. */
static void put_colour(FILE *f, const struct node *n)
{
	unsigned light = 62 + hash(name_of(n)) % 14, hue;

	if (!n->frame || n->frame->kind == FRAME_LABEL) {
		fprintf(f, "hsl(0,0%%,%u%%)", light + 12);
		return;
	}
	if (!is_kernel(n->frame))
		hue = 90 + hash(n->frame->module) % 170;
	else
		hue = strcmp(n->frame->module, "kernel")
			? 340 + hash(n->frame->module) % 20 : 32;
	fprintf(f, "hsl(%u,65%%,%u%%)", hue, light);
}

/* Returns @value as a share of @total, so that runs of different lengths can be compared. */
static double share(uint64_t value, uint64_t total)
{
	return total ? (double)value / (double)total : 0;
}

/* Writes the colour for a share that has changed by @more: red has grown, blue has shrunk.  A
 * change of a tenth or more has the full colour. */
static void put_difference(FILE *f, double more)
{
	double size = more < 0 ? -more : more;
	unsigned light = (unsigned)(95 - 40 * (size > 0.1 ? 1 : size * 10));

	fprintf(f, "hsl(%u,85%%,%u%%)", more < 0 ? 220 : 5, light);
}

/* ---- frames ------------------------------------------------------------- */

struct drawing {
	FILE *f;
	const struct export_stacks *st;
	const struct node *root;
	bool compares;
	unsigned depth;		/* the number of rows of frames */
};

static void put_words(const struct drawing *d, const struct node *n)
{
	double part = share(n->value, d->root->value);

	put_xml(d->f, name_of(n));
	if (n->frame && *n->frame->module) {
		fputs(is_kernel(n->frame) ? " [k] (" : " [u] (", d->f);
		put_xml(d->f, n->frame->module);
		putc(')', d->f);
	}
	fprintf(d->f, ": %llu %s, %.2f %%", (unsigned long long)n->value,
		strcmp(d->st->unit, "count") ? d->st->unit : "times",
		100 * part);
	if (d->compares)
		fprintf(d->f, "; before %.2f %%",
			100 * share(n->base, d->root->base));
}

/* Writes the part of the frame's label that fits into @width, as flame.js does later. */
static void put_label(const struct drawing *d, const struct node *n,
		      double width)
{
	int room = (int)((width - 6) / 7.25);
	char text[WIDTH / 7 + 8];

	if (room < 3)
		return;
	snprintf(text, sizeof(text), "%.160s%s", name_of(n), mark_of(n));
	if (strlen(text) > (size_t)room) {
		room -= 2;
		while (room && (text[room] & 0xc0) == 0x80)
			room--;
		strcpy(text + room, "..");
	}
	put_xml(d->f, text);
}

static void put_frame(const struct drawing *d, const struct node *n,
		      unsigned depth, double x, double w)
{
	unsigned y = TOP + (d->depth - depth - 1) * ROW;

	fprintf(d->f, "<g class=\"f\" tabindex=\"0\" data-x=\"%.9f\" "
		"data-w=\"%.9f\" data-d=\"%u\" data-n=\"", x, w, depth);
	put_xml(d->f, name_of(n));
	fprintf(d->f, "%s\"><title>", mark_of(n));
	put_words(d, n);
	fprintf(d->f, "</title><rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" "
		"height=\"%d\" fill=\"", LEFT + x * WIDE, y, w * WIDE,
		ROW - 1);
	if (d->compares)
		put_difference(d->f, share(n->value, d->root->value) -
			       share(n->base, d->root->base));
	else
		put_colour(d->f, n);
	fprintf(d->f, "\"/><text x=\"%.2f\" y=\"%u\">", LEFT + x * WIDE + 3,
		y + 12);
	put_label(d, n, w * WIDE);
	fputs("</text></g>\n", d->f);
}

static double width_of(const struct drawing *d, const struct node *n)
{
	return share(n->value, d->root->value);
}

static void put_tree(const struct drawing *d, const struct node *n,
		     unsigned depth, double x)
{
	put_frame(d, n, depth, x, n == d->root ? 1 : width_of(d, n));
	for (const struct node *c = n->children; c; c = c->next) {
		if (width_of(d, c) >= LEAST)
			put_tree(d, c, depth + 1, x);
		x += width_of(d, c);
	}
}

static unsigned rows(const struct drawing *d, const struct node *n)
{
	unsigned most = 0, here;

	for (const struct node *c = n->children; c; c = c->next) {
		here = width_of(d, c) < LEAST ? 0 : rows(d, c);
		if (here > most)
			most = here;
	}
	return most + 1;
}

/* ---- the picture -------------------------------------------------------- */

static const char style[] =
	"text{font:12px monospace;fill:#111;pointer-events:none}"
	".title{font-size:16px;text-anchor:middle}"
	".f{cursor:pointer;outline:none}.f.outer{opacity:.55}"
	".f:hover rect,.f:focus rect{stroke:#000;stroke-width:1.2}"
	".f.hit rect{fill:#e0f}.f.hit text{fill:#fff}"
	"#found{font:12px monospace}"
	"#tools input,#tools button{font:12px monospace}";

static const char tools[] =
	"<foreignObject id=\"tools\" x=\"10\" y=\"34\" width=\"1180\" "
	"height=\"26\" display=\"none\">"
	"<div xmlns=\"http://www.w3.org/1999/xhtml\">"
	"<input id=\"search\" size=\"30\" placeholder=\"search, key /\" "
	"aria-label=\"search\"/> <button id=\"reset\">reset zoom</button> "
	"<span id=\"found\"></span>"
	"</div></foreignObject>\n";

/* Writes the start of an element.  @nonce: the Content-Security-Policy of the containing document
 * permits only elements that have it; NULL: there is no such document. */
static void put_tag(FILE *f, const char *name, const char *nonce)
{
	fprintf(f, nonce ? "<%s nonce=\"%s\">" : "<%s>", name, nonce);
}

static void put_head(const struct drawing *d, const char *title,
		     const char *nonce)
{
	unsigned height = TOP + d->depth * ROW + BOTTOM;

	if (!nonce)
		fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", d->f);
	fprintf(d->f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		"height=\"%u\" viewBox=\"0 0 %d %u\">\n<title>", WIDTH,
		height, WIDTH, height);
	put_xml(d->f, title);
	fputs("</title>\n", d->f);
	put_tag(d->f, "style", nonce);
	fprintf(d->f, "%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
		"<text class=\"title\" x=\"%d\" y=\"24\">", style, WIDTH / 2);
	put_xml(d->f, title);
	fprintf(d->f, "</text>\n%s<text id=\"details\" x=\"%d\" y=\"%u\"> "
		"</text>\n<g id=\"frames\">\n", tools, LEFT,
		TOP + d->depth * ROW + 20);
}

static void put_empty(FILE *f, const char *title)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" "
	      "height=\"60\"><text x=\"10\" y=\"30\">", f);
	put_xml(f, title);
	fputs(": no stacks were recorded</text></svg>\n", f);
}

bool flame_write(const struct export_job *job, FILE *f)
{
	struct node root = { 0 };
	struct drawing d = { f, job->stacks, &root, job->base != NULL, 0 };

	add_all(&root, job->stacks, false);
	add_all(&root, job->base, true);
	if (root.value) {
		d.depth = rows(&d, &root);
		put_head(&d, job->title, job->nonce);
		put_tree(&d, &root, 0, 0);
		fputs("</g>\n", f);
		put_tag(f, "script", job->nonce);
		fputs("<![CDATA[\n", f);
		fputs(flame_js, f);
		fputs("]]></script>\n</svg>\n", f);
	} else {
		put_empty(f, job->title);
	}
	free_children(&root);
	return !ferror(f);
}
