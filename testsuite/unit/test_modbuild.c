/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * modbuild without a kernel: .cmd files, allow-lists, lists of facilities,
 * recipes, releases, and the last touches to a module file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/tags/build.h"
#include "config.h"
#include "translator/modbuild/args.h"
#include "translator/modbuild/cmdfile.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/embed.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"
#include "translator/modbuild/recipe.h"
#include "translator/modbuild/tree.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static int set_up(void **state)
{
	*state = arena_create();
	return 0;
}

static int tear_down(void **state)
{
	arena_destroy(*state);
	return 0;
}

/* The words with a blank between them. */
static const char *joined(const struct args *args)
{
	const char *s = "";

	for (size_t i = 0; i < args->v.n; i++)
		s = arena_printf(args->arena, "%s%s%s", s, i ? " " : "",
				 args->v.at[i]);
	return s;
}

/* ---- .cmd files */

/* The shape of 5.10: no record has objtool, but what make says. */
static const char kbuild_510[] =
	"cmd_objtool := ./tools/objtool/objtool orc generate  --module "
	"--no-fp   --retpoline --uaccess /w/linux/stub.o\n";

/* The shape of 6.1: objtool runs on each object. */
static const char cc_61[] =
	"cmd_/w/linux/stub.o := gcc-12 -Wp,-MMD,/w/linux/.stub.o.d -nostdinc "
	"-I/usr/src/common/include -I./include -include "
	"/usr/src/common/include/linux/kconfig.h -D__KERNEL__ "
	"-fmacro-prefix-map=/usr/src/= -Wall -Werror=return-type -std=gnu11 "
	"-mno-sse -mcmodel=kernel -mfunction-return=thunk-extern -O2 "
	"--param=allow-store-data-races=0 --param max-inline-insns-auto=5 "
	"-fno-strict-aliasing -g -g0 -I/w  -DMODULE  "
	"-DKBUILD_BASENAME='\"stub\"' -DKBUILD_MODNAME='\"m\"' -c -o "
	"/w/linux/stub.o /w/linux/stub.c   ; ./tools/objtool/objtool "
	"--hacks=jump_label --orc --retpoline   --module /w/linux/stub.o\n"
	"\n"
	"source_/w/linux/stub.o := /w/linux/stub.c\n"
	"\n"
	"deps_/w/linux/stub.o := \\\n"
	"  /usr/src/common/include/linux/kconfig.h \\\n";

/* The shape of 6.12: saved under another name, objtool on the whole only. */
static const char cc_612[] =
	"savedcmd_/w/linux/stub.o := x86_64-linux-gnu-gcc-12 -nostdinc "
	"-funsigned-char -fcf-protection=branch "
	"-fpatchable-function-entry=16,16 -O2 -DX='\"a b\"' -c -o "
	"/w/linux/stub.o /w/linux/stub.c  \n";
static const char whole_612[] =
	"savedcmd_/w/m.o := x86_64-linux-gnu-ld -m elf_x86_64 -r -o /w/m.o "
	"@/w/m.mod  ; ./tools/objtool/objtool --hacks=skylake --ibt --orc "
	"--prefix=16  --link  --module /w/m.o\n"
	"\n/w/m.o: $(wildcard ./tools/objtool/objtool)\n";
static const char ko_61[] =
	"cmd_/w/m.ko := ld -r -m elf_x86_64 -z noexecstack "
	"--no-warn-rwx-segments --build-id=sha1  -T arch/x86/module.lds -o "
	"/w/m.ko /w/m.o /w/m.mod.o;  true\n";

static void flags_of_the_compiler(void **state)
{
	static const struct {
		const char *text, *want;
	} t[] = {
		{ cc_61,
		  "gcc-12 -nostdinc -std=gnu11 -mno-sse -mcmodel=kernel "
		  "-mfunction-return=thunk-extern -O2 "
		  "--param=allow-store-data-races=0 "
		  "--param=max-inline-insns-auto=5 -fno-strict-aliasing" },
		{ cc_612,
		  "x86_64-linux-gnu-gcc-12 -nostdinc -funsigned-char "
		  "-fcf-protection=branch -fpatchable-function-entry=16,16 "
		  "-O2" },
		{ "cmd_a := ccache gcc -O2 -c a.c\n", "gcc -O2" },
		{ "cmd_a := gcc -O2 -fplugin=x.so -specs=y -B/tmp -wrapper z "
		  "-fno-x -fdump-tree-all -flto\n", "gcc -O2 -fno-x" },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct args cc = ARGS_INIT(*state);
		struct cmdfile c;

		assert_true(cmdfile_parse(*state, t[i].text,
					  strlen(t[i].text), &c));
		assert_true(cmdfile_cc(&c.commands.at[0], &cc));
		assert_string_equal(joined(&cc), t[i].want);
	}
}

static void objtool_and_linker(void **state)
{
	struct args objtool_61 = ARGS_INIT(*state), ld = ARGS_INIT(*state);
	struct args objtool_612 = ARGS_INIT(*state);
	struct args objtool_510 = ARGS_INIT(*state);
	struct cmdfile c;

	assert_true(cmdfile_parse(*state, kbuild_510, strlen(kbuild_510), &c));
	assert_true(cmdfile_objtool(cmdfile_find(&c, "objtool"), "/h",
				    &objtool_510));
	assert_string_equal(joined(&objtool_510),
			    "/h/tools/objtool/objtool orc generate --module "
			    "--no-fp --retpoline --uaccess");

	assert_true(cmdfile_parse(*state, cc_61, strlen(cc_61), &c));
	assert_int_equal(c.commands.n, 2);
	assert_true(cmdfile_objtool(cmdfile_find(&c, "objtool"), "/h",
				    &objtool_61));
	assert_string_equal(joined(&objtool_61),
			    "/h/tools/objtool/objtool --hacks=jump_label "
			    "--orc --retpoline --module");

	assert_true(cmdfile_parse(*state, cc_612, strlen(cc_612), &c));
	assert_null(cmdfile_find(&c, "objtool"));
	assert_true(cmdfile_parse(*state, whole_612, strlen(whole_612), &c));
	assert_true(cmdfile_objtool(cmdfile_find(&c, "objtool"), "/h",
				    &objtool_612));
	assert_string_equal(joined(&objtool_612),
			    "/h/tools/objtool/objtool --hacks=skylake --orc "
			    "--prefix=16 --module");

	assert_true(cmdfile_parse(*state, ko_61, strlen(ko_61), &c));
	assert_true(cmdfile_ld(cmdfile_find(&c, "ld"), "/h", &ld));
	assert_string_equal(joined(&ld),
			    "ld -r -melf_x86_64 -znoexecstack "
			    "--no-warn-rwx-segments --build-id=sha1 "
			    "-T/h/arch/x86/module.lds");
}

static void words_of_a_command(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		const char *first;	/* NULL: no command is left */
	} t[] = {
		{ "cmd_x := a 'b c' \"d \\\" e\" f\\ g$$h\n", true,
		  "a b c d \" e f g$h" },
		{ "cmd_x := a $$b\n", true, "a $b" },
		{ "cmd_x := a | b\n", true, NULL },
		{ "cmd_x := a > b ; c d\n", true, "c d" },
		{ "cmd_x := a `b`\n", true, NULL },
		{ "cmd_x := a $(b)\n", true, NULL },
		{ "cmd_x := a 'b\n", false, NULL },
		{ "deps_x := a\n", false, NULL },
		{ "cmd_x = a\n", false, NULL },
		{ "", false, NULL },
		{ "\n\nsavedcmd_x := a", true, "a" },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct cmdfile c;

		assert_int_equal(cmdfile_parse(*state, t[i].text,
					       strlen(t[i].text), &c),
				 t[i].ok);
		if (!t[i].ok)
			continue;
		assert_int_equal(c.commands.n, t[i].first ? 1 : 0);
		if (t[i].first)
			assert_string_equal(joined(&c.commands.at[0]),
					    t[i].first);
	}
}

static void programs_that_may_run(void **state)
{
	static const struct {
		const char *name;
		bool ok;
	} t[] = {
		{ "gcc-12", true },
		{ "/usr/bin/x86_64-linux-gnu-gcc-12", true },
		{ "clang++", true },
		{ "-o", false },
		{ "", false },
		{ "a b", false },
		{ "a;b", false },
		{ "/usr/../tmp/gcc", false },
		{ "$(gcc)", false },
	};

	for (size_t i = 0; i < N(t); i++)
		assert_int_equal(cmdfile_program_ok(t[i].name), t[i].ok);
}

/* ---- names from outside */

static void releases(void **state)
{
	static const struct {
		const char *release;
		bool ok;
	} t[] = {
		{ "6.1.0-56-amd64", true },
		{ "6.12.117+deb12-rt-amd64", true },
		{ "6.9~rc1_x", true },
		{ "", false },
		{ "../6.1", false },
		{ ".6", false },
		{ "-6", false },
		{ "6.1/x", false },
		{ "6.1 x", false },
		{ "6.1;x", false },
		{ "6.1\n", false },
		{ "6.1.0123456789012345678901234567890123456789"
		  "01234567890123456789", true },
		{ "6.1.0123456789012345678901234567890123456789"
		  "01234567890123456789x", false },
	};

	for (size_t i = 0; i < N(t); i++)
		assert_int_equal(modbuild_release_is_valid(t[i].release),
				 t[i].ok);
}

static void lists_of_facilities(void **state)
{
	static const struct {
		const char *text, *error;
	} t[] = {
		{ "core: a.c\nmap: core/b.c c.c # d.c\n\n# x\n", NULL },
		{ "core: a.c\nmap: core/b.c c.c for stp_map stp_iter\n",
		  NULL },
		{ "core: a.c\nmap: core/b.c c.c for stp_map stp_fn_*\n", NULL },
		{ "core: a.c\nmap: b.c for stp_map_*\n",
		  "facilities.def:2: a symbol of the runtime expected" },
		{ "core: a.c\nmap: b.c for\n",
		  "facilities.def:2: no symbol after 'for'" },
		{ "core: a.c\nmap: b.c for map\n",
		  "facilities.def:2: a symbol of the runtime expected" },
		{ "core: a.c\nmap: b.c for stp_b.c\n",
		  "facilities.def:2: a symbol of the runtime expected" },
		{ "core: a.c for stp_x\n",
		  "facilities.def:1: core is in every module" },
		{ "map: a.c\n", "facilities.def does not begin with core" },
		{ "", "facilities.def does not begin with core" },
		{ "core: a.c\nmap b.c\n",
		  "facilities.def:2: a facility's name and a colon expected" },
		{ "core: a.c a.c\n",
		  "facilities.def:1: a file is listed twice" },
		{ "core: a.h\n",
		  "facilities.def:1: the name of a .c file expected" },
		{ "core: ../a.c\n",
		  "facilities.def:1: the name of a .c file expected" },
		{ "core: $x.c\n",
		  "facilities.def:1: the name of a .c file expected" },
		{ "core:\n", "facilities.def:1: a facility without files" },
		{ "core: a.c\nmap: a.c\n",
		  "facilities.def:2: a file is listed twice" },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct tree tree = { 0 };
		_cleanup_error_ struct sys_error *err = NULL;

		err = tree_parse_facilities(*state, t[i].text, &tree);
		if (t[i].error) {
			assert_non_null(err);
			assert_string_equal(err->text, t[i].error);
			assert_int_equal(err->tag, DIAG_NO_RUNTIME);
		} else {
			assert_null(err);
			assert_int_equal(tree.facilities.n, 2);
			assert_string_equal(tree.facilities.at[1].name, "map");
			assert_int_equal(tree.facilities.at[1].files.n, 2);
			assert_string_equal(
				tree.facilities.at[1].files.at[1], "c.c");
		}
	}
}

/* ---- what the kernel exports */

static void exports(void **state)
{
	static const char text[] =
		"0x11111111\tkfree_x\tvmlinux\tEXPORT_SYMBOL\t\n"
		"0x00000002\tx_kfree\tdrivers/kfree\tEXPORT_SYMBOL_GPL\tNS\n"
		"0xdeadbeef\tkfree\tvmlinux\tEXPORT_SYMBOL_GPL\t\n"
		"0x00000004\tlast\tvmlinux\tEXPORT_SYMBOL_GPL\tSPACE";
	static const struct {
		const char *name;
		bool found;
		unsigned long crc;
		const char *ns;
	} t[] = {
		{ "kfree", true, 0xdeadbeef, "" },
		{ "kfree_x", true, 0x11111111, "" },
		{ "x_kfree", true, 2, "NS" },
		{ "last", true, 4, "SPACE" },
		{ "fre", false, 0, "" },
		{ "vmlinux", false, 0, "" },
		{ "EXPORT_SYMBOL", false, 0, "" },
		{ "drivers/kfree", false, 0, "" },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct embed_export e = { 0 };

		assert_int_equal(embed_find_export(text, t[i].name, &e),
				 t[i].found);
		assert_int_equal(e.crc, t[i].crc);
		assert_string_equal(e.ns, t[i].ns);
	}
}

/* ---- the paths and macros of the kernel's headers */

static void world_of_a_command(void **state)
{
	static const char *const words[] = {
		"gcc", "-I./include", "-I", "/abs", "-I/tree/dir", "-I/tree",
		"-include", "./include/k.h", "-isystem", "/sys", "-DMODULE",
		"-DSTP_BLOB_PATH=\"x\"", "-DKBUILD_MODNAME=\"x\"", "-Wall",
		"-Wp,-MMD,x", "-O2", "-U__x", "-o", "-c",
	};
	static const char *const wanted[] = {
		"-I/base/include", "-I/abs", "-include/base/include/k.h",
		"-isystem/sys", "-DMODULE", "-DKBUILD_MODNAME=\"x\"", "-U__x",
	};
	struct args command = ARGS_INIT(*state), world = ARGS_INIT(*state);

	for (size_t i = 0; i < N(words); i++)
		args_add(&command, words[i]);
	cmdfile_world(&command, "/base", "/tree", &world);
	assert_int_equal(world.v.n, N(wanted));
	for (size_t i = 0; i < N(wanted); i++)
		assert_string_equal(world.v.at[i], wanted[i]);
}

/* ---- recipes */

#define GOOD                                                                   \
	"tapster-recipe 3 " PACKAGE_VERSION "\n"                               \
	"vermagic 6.1 SMP\n"                                                   \
	"cc gcc-12\n"                                                          \
	"cc -O2\n"                                                             \
	"ld ld\n"                                                              \
	"ld -r\n"                                                              \
	"core a.o\n"                                                           \
	"tail mod.o\n"                                                         \
	"import memcpy\n"                                                      \
	"import memset\n"

static void recipes_that_are_believed(void **state)
{
	static const struct {
		const char *text;
		bool ok;
	} t[] = {
		{ GOOD, true },
		{ GOOD "absent stp_x kind_x register_x\n", true },
		{ GOOD "absent stp_x kind_x\n", false },
		{ GOOD "input 12 34.5 /usr/bin/gcc\n", true },
		{ GOOD "input gcc\n", false },
		{ GOOD "cc -fplugin=/tmp/x.so\n", false },
		{ GOOD "world -I/usr/src/x/include\n", true },
		{ GOOD "world -DMODULE\nworld -DNAME=\"x\"\n", true },
		{ GOOD "world -Iinclude\n", false },
		{ GOOD "world -include\n", false },
		{ GOOD "world -DSTP_BLOB_PATH=x\n", false },
		{ GOOD "world -o/etc/passwd\n", false },
		{ GOOD "world -I/usr/../etc\n", false },
		{ GOOD "cc /tmp/more.c\n", false },
		{ GOOD "ld -o/etc/passwd\n", false },
		{ GOOD "ld --plugin=x\n", false },
		{ GOOD "objtool /usr/bin/objtool\n", true },
		{ GOOD "objtool objtool\nobjtool --ibt\n", false },
		{ GOOD "objtool objtool\nobjtool orc\n", true },
		{ GOOD "objtool objtool\nobjtool orc.o\n", false },
		{ GOOD "core ../x.o\n", false },
		{ GOOD "core /x.o\n", false },
		{ GOOD "core ..\n", false },
		{ GOOD "core -T\n", false },
		{ GOOD "unknown x\n", false },
		{ GOOD "word\n", false },
		{ "tapster-recipe 0\nvermagic x\n", false },
		{ "", false },
		{ "tapster-recipe 3 " PACKAGE_VERSION "\n"
		  "vermagic x\ncc gcc\n", false },
		{ "tapster-recipe 3 " PACKAGE_VERSION "\nbad why\n", true },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct recipe *r = arena_new(*state, struct recipe);

		r->arena = *state;
		recipe_clear(r);
		assert_int_equal(recipe_parse(r, t[i].text), t[i].ok);
	}
}

static void a_recipe_answers(void **state)
{
	struct recipe *r = arena_new(*state, struct recipe);

	r->arena = *state;
	recipe_clear(r);
	assert_true(recipe_parse(r, GOOD "absent stp_x kind_x register_x\n"));
	assert_true(recipe_imports(r, "memcpy"));
	assert_true(recipe_imports(r, "memset"));
	assert_false(recipe_imports(r, "memmove"));
	assert_false(recipe_imports(r, ""));
	assert_null(recipe_absent(r, "stp_y"));
	assert_string_equal(recipe_absent(r, "stp_x")->missing, "register_x");
	assert_string_equal(recipe_absent(r, "stp_x")->facility, "kind_x");
}

/* ---- module files */

static const char module_c[] =
	"__attribute__((section(\".modinfo\"), used)) static const char i[] ="
	" \"license=GPL\\0name=" KO_PLACEHOLDER "\\0vermagic=6.1 SMP \";\n"
	"struct { unsigned long crc; char name[56]; } v[2]"
	" __attribute__((section(\"__versions\"), used)) ="
	" { { 1, \"memcpy\" }, { 2, \"printk\" } };\n"
	"const char *name = \"" KO_PLACEHOLDER "\";\n"
	"extern int open_symbol; extern int weak __attribute__((weak));\n"
	"int *a = &open_symbol, *b = &weak;\n";

static void run(struct arena *a, const char *dir, const char *const *words)
{
	struct args args = ARGS_INIT(a);
	int status;

	for (; *words; words++)
		args_add(&args, *words);
	assert_null(args_run(&args, dir, NULL, &status));
	assert_int_equal(status, 0);
}

static char *make_module(struct arena *a)
{
	static const char *const cc[] = { "gcc", "-c", "m.c", NULL };
	static const char *const ld[] = { "ld", "-r", "--build-id=sha1", "-o",
					  "m.ko", "m.o", NULL };
	_cleanup_free_ char *source = NULL;
	char *dir;

	assert_null(file_temp_dir(&dir));
	source = file_path(dir, "m.c");
	assert_null(file_write(source, module_c, strlen(module_c)));
	run(a, dir, cc);
	run(a, dir, ld);
	return dir;
}

static void see_symbol(void *data, const char *name, enum ko_symbol kind)
{
	int *seen = data;

	if (!strcmp(name, "open_symbol"))
		seen[0] += kind == KO_UNDEFINED;
	if (!strcmp(name, "weak"))
		seen[1] += kind == KO_UNDEFINED_WEAK;
	if (!strcmp(name, "name"))
		seen[2] += kind == KO_DEFINED;
}

static void see_version(void *data, const char *name)
{
	*(int *)data += !strcmp(name, "memcpy") || !strcmp(name, "printk");
}

static void what_a_module_file_says(void **state)
{
	_cleanup_free_ char *dir = make_module(*state);
	_cleanup_free_ char *path = file_path(dir, "m.ko");
	int seen[3] = { 0 }, versions = 0;
	struct ko ko;

	assert_null(ko_open(path, &ko));
	assert_string_equal(ko_modinfo(&ko, "vermagic"), "6.1 SMP ");
	assert_string_equal(ko_modinfo(&ko, "license"), "GPL");
	assert_null(ko_modinfo(&ko, "vermagi"));
	assert_null(ko_symbols(&ko, see_symbol, seen));
	assert_int_equal(seen[0], 1);
	assert_int_equal(seen[1], 1);
	assert_int_equal(seen[2], 1);
	ko_versions(&ko, see_version, &versions);
	assert_int_equal(versions, 2);
	ko_close(&ko);
	file_remove(dir);
}

static void a_name_of_any_length_fits(void **state)
{
	static const char *const names[] = { "n", "a_name_of_some_length",
					     KO_PLACEHOLDER };
	_cleanup_free_ char *dir = make_module(*state);
	_cleanup_free_ char *path = file_path(dir, "m.ko");
	char ids[N(names)][41];

	assert_int_equal(strlen(KO_PLACEHOLDER), MODULE_NAME_MAX);
	for (size_t i = 0; i < N(names); i++) {
		struct ko ko;

		assert_null(ko_open(path, &ko));
		assert_int_equal(ko_set_name(&ko, names[i]), 2);
		assert_string_equal(ko_modinfo(&ko, "name"), names[i]);
		/* What follows the padding is still found. */
		assert_string_equal(ko_modinfo(&ko, "vermagic"), "6.1 SMP ");
		assert_true(ko_set_build_id(&ko, ids[i]));
		assert_int_equal(strlen(ids[i]), 40);
		ko_close(&ko);
	}
	assert_string_not_equal(ids[0], ids[1]);
	assert_string_not_equal(ids[1], ids[2]);
	file_remove(dir);
}

static void files_that_are_no_modules(void **state)
{
	_cleanup_free_ char *dir = make_module(*state);
	_cleanup_free_ char *path = file_path(dir, "m.ko");
	_cleanup_free_ char *cut = file_path(dir, "cut");
	struct ko whole, ko;

	assert_null(ko_open(path, &whole));
	for (size_t n = 0; n < whole.bytes.n; n += n < 64 ? 1 : 13) {
		struct sys_error *err;
		int seen[3] = { 0 };

		assert_null(file_write(cut, whole.bytes.p, n));
		err = ko_open(cut, &ko);
		if (!err) {
			/* Cut off, but still a header: nothing may crash. */
			sys_error_free(ko_symbols(&ko, see_symbol, seen));
			ko_modinfo(&ko, "name");
			ko_close(&ko);
		} else {
			assert_int_equal(err->tag, DIAG_IO_ERROR);
		}
		sys_error_free(err);
	}
	ko_close(&whole);
	file_remove(dir);
}

/* What a facility cannot do without, if the configuration is without it. */
static void what_a_configuration_rules_out(void **state)
{
	static const char config[] = "\nCONFIG_KPROBES=y\nCONFIG_NETFILTER=m\n"
				     "CONFIG_KRETPROBES=y\n";
	static const char name[] = "include/config/auto.conf";
	_cleanup_free_ char *dir = NULL, *path = NULL;

	assert_null(file_temp_dir(&dir));
	path = file_path(dir, "%s", name);
	assert_null(file_make_parents(dir, name));
	assert_null(file_write(path, config, strlen(config)));
	assert_null(headers_missing_for(dir, "kprobe"));
	assert_null(headers_missing_for(dir, "netfilter"));
	assert_null(headers_missing_for(dir, "core"));
	assert_string_equal(headers_missing_for(dir, "ftrace"),
			    "CONFIG_FUNCTION_TRACER");
	assert_string_equal(headers_missing_for(dir, "kretprobe"),
			    "CONFIG_FUNCTION_TRACER");
	assert_string_equal(headers_missing_for(dir, "perf"),
			    "CONFIG_PERF_EVENTS");
	file_remove(dir);
}

#define WITH_ARENA(test) \
	cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ARENA(flags_of_the_compiler),
		WITH_ARENA(objtool_and_linker),
		WITH_ARENA(words_of_a_command),
		WITH_ARENA(programs_that_may_run),
		WITH_ARENA(releases),
		WITH_ARENA(what_a_configuration_rules_out),
		WITH_ARENA(lists_of_facilities),
		WITH_ARENA(exports),
		WITH_ARENA(world_of_a_command),
		WITH_ARENA(recipes_that_are_believed),
		WITH_ARENA(a_recipe_answers),
		WITH_ARENA(what_a_module_file_says),
		WITH_ARENA(a_name_of_any_length_fits),
		WITH_ARENA(files_that_are_no_modules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
