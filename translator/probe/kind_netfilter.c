/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * netfilter.hook("H").pf("P"): hooks that network packets pass, in every namespace.
 *
 * A hook has two arguments, $skb and $state.  The other variables of the language
 * are in the state ($in is $state->in), and the verdict is read and set by
 * functions of the library.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

/* ---- names -------------------------------------------------------------- */

struct name {
	const char *text;
	int64_t number;
	unsigned families;	/* of a hook: the families that have it, bits IN() */
};

enum { INET = 1, IPV4 = 2, ARP = 3, BRIDGE = 7, IPV6 = 10 };

#define IN(family) (1u << (family))
#define IPS (IN(INET) | IN(IPV4) | IN(IPV6))

static const struct name families[] = {
	{ "NFPROTO_INET", INET, 0 },	{ "NFPROTO_IPV4", IPV4, 0 },
	{ "NFPROTO_ARP", ARP, 0 },	{ "NFPROTO_BRIDGE", BRIDGE, 0 },
	{ "NFPROTO_IPV6", IPV6, 0 },	{ "PF_INET", IPV4, 0 },
	{ "PF_INET6", IPV6, 0 },	{ "PF_BRIDGE", BRIDGE, 0 },
	{ 0 },
};

#define FIVE(prefix, of)                                                       \
	{ prefix "PRE_ROUTING", 0, of }, { prefix "LOCAL_IN", 1, of },         \
	{ prefix "FORWARD", 2, of }, { prefix "LOCAL_OUT", 3, of },            \
	{ prefix "POST_ROUTING", 4, of }

static const struct name hooks[] = {
	FIVE("NF_INET_", IPS),
	FIVE("NF_IP_", IN(IPV4)),
	FIVE("NF_IP6_", IN(IPV6)),
	FIVE("NF_BR_", IN(BRIDGE)),
	{ "NF_ARP_IN", 0, IN(ARP) },
	{ "NF_ARP_OUT", 1, IN(ARP) },
	{ "NF_ARP_FORWARD", 2, IN(ARP) },
	{ 0 },
};

#define OF_IP(prefix)                                                          \
	{ prefix "FIRST", INT32_MIN, 0 },                                      \
	{ prefix "RAW_BEFORE_DEFRAG", -450, 0 },                               \
	{ prefix "CONNTRACK_DEFRAG", -400, 0 }, { prefix "RAW", -300, 0 },     \
	{ prefix "SELINUX_FIRST", -225, 0 }, { prefix "CONNTRACK", -200, 0 },  \
	{ prefix "MANGLE", -150, 0 }, { prefix "NAT_DST", -100, 0 },           \
	{ prefix "FILTER", 0, 0 }, { prefix "SECURITY", 50, 0 },               \
	{ prefix "NAT_SRC", 100, 0 }, { prefix "SELINUX_LAST", 225, 0 },       \
	{ prefix "CONNTRACK_HELPER", 300, 0 }, { prefix "LAST", INT32_MAX, 0 }

static const struct name priorities[] = {
	OF_IP("NF_IP_PRI_"),
	OF_IP("NF_IP6_PRI_"),
	{ "NF_IP_PRI_CONNTRACK_CONFIRM", INT32_MAX, 0 },
	{ "NF_BR_PRI_FIRST", INT32_MIN, 0 },
	{ "NF_BR_PRI_NAT_DST_BRIDGED", -300, 0 },
	{ "NF_BR_PRI_FILTER_BRIDGED", -200, 0 },
	{ "NF_BR_PRI_BRNF", 0, 0 },
	{ "NF_BR_PRI_NAT_DST_OTHER", 100, 0 },
	{ "NF_BR_PRI_FILTER_OTHER", 200, 0 },
	{ "NF_BR_PRI_NAT_SRC", 300, 0 },
	{ "NF_BR_PRI_LAST", INT32_MAX, 0 },
	{ 0 },
};

static const struct name *find(const struct name *list, const char *text)
{
	for (; list->text; list++)
		if (!strcmp(list->text, text))
			return list;
	return NULL;
}

static void no_name(struct resolve *r, int i, const char *what,
		    const struct name *list)
{
	const char *text = resolve_string(r, (unsigned)i);
	VEC(const char *) names = { 0 };
	struct diag *e;

	e = diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, functions_span(r, i),
		       "'%s' is not a valid %s of netfilter", text, what);
	for (; list->text; list++)
		vec_push_in(r->p->arena, &names, list->text);
	diag_suggest(e, text, names.at, names.n);
}

static bool is_int(const char *text, int64_t n, const char *end)
{
	return end != text && !*end && n >= INT32_MIN && n <= INT32_MAX;
}

/* Reads the name of any enumerator of the kernel, perhaps with +N or -N; only with
 * -g. */
static bool in_kernel(struct resolve *r, const char *text, int64_t *ret)
{
	const struct path_provider *paths = r->p->paths;
	size_t n = strcspn(text, "+-");
	const char *name = arena_strndup(r->p->arena, text, n);
	int64_t more = 0;
	char *end;

	if (!program_is_guru(r->p, r->point->span) || !paths ||
	    !paths->enumerator ||
	    !paths->enumerator(paths->data, NULL, name, "kernel", ret))
		return false;
	if (text[n]) {
		more = strtoll(text + n, &end, 10);
		if (!is_int(text + n, more, end))
			return false;
	}
	*ret += more;
	return *ret >= INT32_MIN && *ret <= INT32_MAX;
}

/* Reads component @i: a name of the list, a number as text, or, with -g, the name of an
 * enumerator.  Returns false, and reports it, if it is none of these. */
static bool number_of(struct resolve *r, int i, const char *what,
		      const struct name *list, int64_t *ret)
{
	const char *text = resolve_string(r, (unsigned)i);
	const struct name *n = find(list, text);
	char *end;

	*ret = n ? n->number : strtoll(text, &end, 10);
	if (n || is_int(text, *ret, end) || in_kernel(r, text, ret))
		return true;
	no_name(r, i, what, list);
	return false;
}

static bool fits(struct resolve *r, int i, int64_t pf)
{
	const struct name *n = find(hooks, resolve_string(r, (unsigned)i));

	if (!n || (pf > 0 && pf < 32 && n->families & IN(pf)) ||
	    program_is_guru(r->p, r->point->span))
		return true;
	diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, functions_span(r, i),
		   "'%s' is a hook of another protocol family than '%s'",
		   n->text,
		   resolve_string(r, (unsigned)resolve_component(r, "pf")));
	return false;
}

#define VERDICT_IS "a number"

/* ---- variables ---------------------------------------------------------- */

struct rewrite {
	struct ast_visitor v;
	struct program *p;
};

static void set_verdict(struct rewrite *w, struct ast_expr **slot)
{
	struct ast_expr *e = *slot;

	if (!program_is_guru(w->p, e->span))
		diag_hint(diag_error(w->p->diags, DIAG_GURU_ONLY, e->span,
				     "writing '$verdict' changes the traced "
				     "system"),
			  "add -g to allow it");
	else if (e->binary.op != OP_SET)
		diag_hint(diag_error(w->p->diags, DIAG_NOT_ASSIGNABLE,
				     e->span, "$verdict can only be assigned "
					      "one of a few numbers"),
			  "use `=` to assign it");
	else
		*slot = kind_call(w->p, e, "__set_verdict", e->binary.right);
}

/* Replaces $in by $state->in: $in->name is $state->in->name. */
static void put_state(struct rewrite *w, struct ast_expr *e,
		      const char *member)
{
	struct arena *a = w->p->arena;
	struct ast_path path = { .pretty = e->target.path.pretty,
				 .address_of = e->target.path.address_of };
	struct ast_step step = {
		.kind = STEP_MEMBER,
		.member = intern_str(w->p->names, member),
		.span = e->span,
	};

	vec_push_in(a, &path, step);
	for (size_t i = 0; i < e->target.path.n; i++)
		vec_push_in(a, &path, e->target.path.at[i]);
	e->target.name = intern_str(w->p->names, "$state");
	e->target.path = path;
}

static bool rewrite(struct ast_visitor *v, struct ast_expr **slot)
{
	static const char *const in_state[][2] = {
		{ "$in", "in" }, { "$out", "out" }, { "$okfn", "okfn" },
		{ "$hooknum", "hook" }, { "$pf", "pf" },
	};
	struct rewrite *w = (struct rewrite *)v;
	struct ast_expr *e = *slot;

	if (e->kind == EXPR_ASSIGN &&
	    kind_is_variable(e->binary.left, "$verdict")) {
		if (kind_refuse_path(w->p, e->binary.left, VERDICT_IS))
			return false;
		ast_walk_expr(v, &e->binary.right);
		set_verdict(w, slot);
		return false;
	}
	if (e->kind == EXPR_ATOP && e->atop.op == ATOP_DEFINED &&
	    kind_is_variable(e->atop.args.at[0], "$verdict")) {
		kind_answer(e);
		return false;
	}
	if (kind_is_variable(e, "$verdict")) {
		if (!kind_refuse_path(w->p, e, VERDICT_IS))
			*slot =
				kind_call(w->p, e, PROBE_VERDICT_FUNCTION,
					    NULL);
		return false;
	}
	for (size_t i = 0; i < sizeof(in_state) / sizeof(*in_state); i++)
		if (kind_is_variable(e, in_state[i][0])) {
			put_state(w, e, in_state[i][1]);
			break;
		}
	return true;
}

/* ---- the point ---------------------------------------------------------- */

/*
 * Returns what is known of the arguments of a hook.  The kernel's types have no type
 * for hooks with names of parameters; some functions that are hooks have the names.
 */
static const struct target_address *known_there(struct resolve *r)
{
	static const char *const known[] = {
		"selinux_ip_output", "selinux_ip_postroute",
		"selinux_ip_forward", "apparmor_ip_postroute",
		"smack_ip_output",
	};
	struct target_address *at = arena_new(r->p->arena, struct target_address);
	struct sys_error *err = NULL;
	struct kernel *k = NULL;

	if (r->world->kernel)
		err = r->world->kernel(r->world->kernel_data, &k);
	sys_error_free(err);
	for (size_t i = 0; k && !at->proto &&
			   i < sizeof(known) / sizeof(known[0]); i++) {
		at->function = known[i];
		kernel_function_types(k, r->p->arena, at);
	}
	if (at->proto)
		at->no_types = at->hint = NULL;
	else
		at->no_types = "the types of the kernel do not describe hooks";
	at->when = TARGET_TRACEPOINT;
	at->function = "netfilter";
	at->group = "";
	at->module = "kernel";
	return at;
}

static void resolve_netfilter(struct resolve *r, int64_t data)
{
	int hook = resolve_component(r, "hook");
	int priority = resolve_component(r, "priority");
	int family = resolve_component(r, "pf");
	struct rewrite w = { .v = { .expr_pre = rewrite }, .p = r->p };
	int64_t pf, number, order = 0;
	struct probe_location *pl;

	if (!number_of(r, family, "protocol family", families, &pf) ||
	    !number_of(r, hook, "hook", hooks, &number) ||
	    !fits(r, hook, pf) ||
	    (priority >= 0 && !number_of(r, priority, "priority", priorities,
					 &order)))
		return;
	pl = resolve_add(r, STP_KIND_NETFILTER, resolve_name(r, -1, NULL));
	pl->row.netfilter.n_args = 2;
	pl->row.netfilter.pf = (uint32_t)pf;
	pl->row.netfilter.hook = (uint32_t)number;
	pl->row.netfilter.priority = (int32_t)order;
	pl->target = known_there(r);
	ast_walk_stmt(&w.v, &r->probe->body);
}

const struct probe_pattern probe_patterns_netfilter[] = {
	{ "netfilter.hook(s).pf(s)", resolve_netfilter, 0 },
	{ "netfilter.hook(s).pf(s).priority(s)", resolve_netfilter, 0 },
	{ "netfilter.pf(s).hook(s)", resolve_netfilter, 0 },
	{ "netfilter.pf(s).hook(s).priority(s)", resolve_netfilter, 0 },
	{ 0 },
};
