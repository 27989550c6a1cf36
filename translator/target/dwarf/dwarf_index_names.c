/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds what a function is called, and where it is declared.  A chain of DIEs
 * (DW_AT_abstract_origin, DW_AT_specification) leads from its code to the DIE that
 * has these facts.  Many chains share their last DIEs.
 */
#include <dwarf.h>

#include "base/cleanup.h"
#include "translator/target/dwarf/dwarf_scan_private.h"

/* The most DIEs of a chain.  A concrete copy of an abstract function that a
 * class declared has 2 steps. */
#define CHAIN_MAX 8

/* ---- files -------------------------------------------------------------- */

const char *scan_string(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute a;
	const char *text = dwarf_attr(die, name, &a) ?
		dwarf_formstring(&a) : NULL;

	return text ? text : "";
}

uint32_t scan_path(struct scan *s, struct unit_files *f, uint64_t i)
{
	return unit_files_path(f, i, &s->raw->texts);
}

void scan_files_read(struct scan *s, struct unit_files *f, Dwarf_Die *unit)
{
	const struct elf_file *e = scan_elf(s, dwarf_cu_getdwarf(unit->cu));
	struct sys_error *err = unit_files_read(
		f, e, e == s->d->alt_elf ? &s->alt_sections : &s->sections,
		unit);

	if (err)
		scan_note_damage(s, err);
}

/* Returns the files of the unit that @die is in, or NULL. */
static struct unit_files *files_for(struct scan *s, Dwarf_Die *die)
{
	struct unit_files f;
	Dwarf_Die unit;

	if (die->cu == s->files.unit)
		return &s->files;
	for (size_t i = 0; i < s->others.n; i++)
		if (s->others.at[i].unit == die->cu)
			return &s->others.at[i];
	if (!dwarf_diecu(die, &unit, NULL, NULL))
		return NULL;
	scan_files_read(s, &f, &unit);
	vec_push(&s->others, f);
	return &vec_last(&s->others);
}

/* ---- attributes --------------------------------------------------------- */

static void take_flag(Dwarf_Attribute *a, bool *ret)
{
	bool set;

	if (!dwarf_formflag(a, &set))
		*ret = set;
}

/* Takes DW_AT_entry_pc; from version 5 on it may be an offset from the first address. */
static void take_entry(Dwarf_Attribute *a, struct facts *f)
{
	Dwarf_Word offset;

	f->has_entry = !dwarf_formaddr(a, &f->entry);
	if (f->has_entry || dwarf_formudata(a, &offset))
		return;
	f->has_entry = f->entry_is_offset = true;
	f->entry = offset;
}

static int take(Dwarf_Attribute *a, void *data)
{
	struct facts *f = data;

	switch (dwarf_whatattr(a)) {
	case DW_AT_name:
		f->name = dwarf_formstring(a);
		break;
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		f->linkage = dwarf_formstring(a);
		break;
	case DW_AT_decl_file:
		f->has_file = !dwarf_formudata(a, &f->file);
		break;
	case DW_AT_decl_line:
		dwarf_formudata(a, &f->line);
		break;
	case DW_AT_low_pc:
		f->has_low = !dwarf_formaddr(a, &f->low);
		break;
	case DW_AT_ranges:
		f->has_ranges = true;
		break;
	case DW_AT_abstract_origin:
	case DW_AT_specification:
		f->has_towards = dwarf_formref_die(a, &f->towards) != NULL;
		break;
	case DW_AT_entry_pc:
		take_entry(a, f);
		break;
	case DW_AT_declaration:
		take_flag(a, &f->is_declaration);
		break;
	case DW_AT_external:
		take_flag(a, &f->is_external);
		break;
	default:
		break;
	}
	return DWARF_CB_OK;
}

struct facts scan_facts(Dwarf_Die *die)
{
	struct facts f = { 0 };

	dwarf_getattrs(die, take, &f, 0);
	return f;
}

/* ---- names -------------------------------------------------------------- */

static uint64_t identity(const struct raw_func *f)
{
	uint64_t h = f->name;

	h = h * 1000003 ^ f->file;
	h = h * 1000003 ^ f->line;
	h = h * 1000003 ^ f->linkage;
	h = h * 1000003 ^ f->flags;
	return h * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

static bool is_same(const struct raw_func *a, const struct raw_func *b)
{
	return a->name == b->name && a->file == b->file &&
	       a->line == b->line && a->linkage == b->linkage &&
	       a->flags == b->flags;
}

static uint32_t func_number(struct scan *s, const struct raw_func *f)
{
	uint32_t next = (uint32_t)s->raw->funcs.n;
	uint64_t key = identity(f);
	uint32_t at;

	/* different functions may have the same hash: then try the next number */
	while ((at = *number_map_at(&s->identities, key, next)) != next &&
	       !is_same(&s->raw->funcs.at[at], f))
		key += 2;
	if (at == next)
		vec_push(&s->raw->funcs, *f);
	return at;
}

uint32_t scan_text(struct scan *s, const char *t)
{
	return t ? text_pool_add(&s->raw->texts, t, strlen(t)) : 0;
}

static uint32_t join(struct scan *s, uint32_t before, const char *name)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!before)
		return scan_text(s, name);
	buf_printf(&b, "%s::%s", s->raw->texts.bytes.p + before, name);
	return text_pool_add(&s->raw->texts, b.p, b.n);
}

uint32_t scan_scoped(struct scan *s, uint32_t scope, const char *name)
{
	return join(s, s->scope_list.at[scope].full, name);
}

uint32_t scan_brief(struct scan *s, uint32_t scope, const char *name)
{
	return join(s, s->scope_list.at[scope].brief, name);
}

uint32_t scan_enter(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	const char *name = dwarf_diename(die);
	bool is_namespace = dwarf_tag(die) == DW_TAG_namespace;
	bool is_left_out = is_namespace &&
		(!name || dwarf_hasattr(die, DW_AT_export_symbols));
	struct scan_scope new;

	if (!name)
		name = is_namespace ? "(anonymous namespace)" : "(anonymous)";
	new.full = scan_scoped(s, scope, name);
	new.brief = is_left_out ? s->scope_list.at[scope].brief :
		scan_brief(s, scope, name);
	vec_push(&s->scope_list, new);
	return (uint32_t)s->scope_list.n - 1;
}

static void take_location(struct scan *s, Dwarf_Die *die, const struct facts *own,
		       struct raw_func *f)
{
	struct unit_files *files;

	if (!f->line)
		f->line = (uint32_t)own->line;
	if (f->file || !own->has_file)
		return;
	files = files_for(s, die);
	f->file = files ? scan_path(s, files, own->file) : 0;
}

/*
 * Takes the facts about a function from the chain of DIEs that begins with @die, and returns its
 * name, or NULL; *@root is the last DIE.  Each fact is taken from the first DIE that has it.  So
 * the line is that of the definition, not of the declaration in a class, but the file is that
 * of the declaration if the definition has none.
 */
static const char *follow(struct scan *s, Dwarf_Die *die, struct raw_func *f,
			  Dwarf_Die *root)
{
	const char *name = NULL;

	*root = *die;
	for (unsigned i = 0; i < CHAIN_MAX; i++) {
		struct facts own = scan_facts(root);

		take_location(s, root, &own, f);
		name = name ? name : own.name;
		if (!f->linkage)
			f->linkage = scan_text(s, own.linkage);
		if (own.is_external)
			f->flags |= INDEX_EXTERNAL;
		if (!own.has_towards)
			break;
		*root = own.towards;
	}
	return name;
}

uint32_t scan_func(struct scan *s, Dwarf_Die *die)
{
	uint32_t known, scope = 0;
	struct raw_func f = { 0 };
	const char *name;
	Dwarf_Die root;

	if (number_map_find(&s->roots, scan_key(die), &known))
		return known;
	name = follow(s, die, &f, &root);
	if (!name || !*name)
		return SCAN_NONE;
	if (number_map_find(&s->scopes, scan_key(&root), &scope))
		f.flags |= INDEX_QUALIFIED;
	f.plain = scan_text(s, name);
	f.name = scan_scoped(s, scope, name);
	known = func_number(s, &f);
	*number_map_at(&s->roots, scan_key(die), known) = known;
	return known;
}
