/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: what a module's file says of it.  The module is made by a compiler
 * from a text whose sections are those of real ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/error.h"
#include "testsuite/unit/btf_make.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_target_blob.h"
#include "translator/target/elf/module_data.h"
#include "translator/target/kernel/modules.h"
#include "translator/target/kernel/target.h"

#define COMPILE "gcc -O1 -c -pg -mfentry -mrecord-mcount -fno-pic " \
		"-fno-pie -fno-toplevel-reorder "

static struct modules *open_modules(struct module **ret)
{
	struct modules *all;
	struct sys_error *err;

	binary_write("modules.order", "some/made.ko\n");
	all = modules_open(".", NULL);
	err = modules_get(all, "made", ret);
	if (err)
		fail_msg("%s", err->text);
	assert_non_null(*ret);
	return all;
}

/* ---- what can be probed ------------------------------------------------- */

static const char marked[] =
	"#define QUIET __attribute__((no_instrument_function))\n"
	"#define IN(s) __attribute__((used, section(s)))\n"
	"int plain(int x) { return x + 1; }\n"
	"QUIET int quiet(int x) { return x + 2; }\n"
	"int refused(int x) { return x + 3; }\n"
	"int after(int x) { return x + 4; }\n"
	"IN(\".noinstr.text\") QUIET int entry(int x) { return x + 5; }\n"
	"IN(\".kprobes.text\") int by_probes(int x) { return x + 6; }\n"
	"IN(\".init.text\") int starts(int x) { return x + 7; }\n"
	"static void *list IN(\"_kprobe_blacklist\") = refused;\n";

static void put(void *data, const struct module_function *f)
{
	buf_printf(data, "%s%s%s%s\n", f->name, f->is_init ? " init" : "",
		   f->is_blacklisted ? " blacklisted" : "",
		   f->is_notrace ? " notrace" : "");
}

static struct buf functions_of(const char *flags)
{
	struct buf b = BUF_INIT;
	struct modules *all;
	struct module *m;

	binary_write("made.c", marked);
	binary_run("mkdir -p some && %s %s -o some/made.ko made.c", COMPILE,
		   flags);
	all = open_modules(&m);
	module_match(m, "*", put, &b);
	modules_close(all);
	return b;
}

static void marks_are_read(void **state)
{
	_cleanup_buf_ struct buf b = functions_of("");

	assert_string_equal(b.p, "after\n"
				 "by_probes blacklisted\n"
				 "entry blacklisted notrace\n"
				 "plain\n"
				 "quiet notrace\n"
				 "refused blacklisted\n"
				 "starts init\n");
}

/* The call is the second instruction there. */
static void calls_stand_behind_endbr(void **state)
{
	_cleanup_buf_ struct buf b = functions_of("-fcf-protection=branch");

	assert_non_null(strstr(b.p, "\nplain\n"));
	assert_non_null(strstr(b.p, "quiet notrace\n"));
}

/* A module that was built without these lists says nothing. */
static void no_list_marks_nothing(void **state)
{
	_cleanup_buf_ struct buf b = functions_of("-mno-record-mcount");

	assert_non_null(strstr(b.p, "\nquiet\n"));
}

static void places_have_marks(void **state)
{
	struct modules *all;
	struct module *m;
	struct module_code code;
	_cleanup_buf_ struct buf b = functions_of("");

	all = open_modules(&m);
	assert_true(module_code_at(m, ".noinstr.text", 2, &code));
	assert_true(code.function.is_blacklisted);
	assert_int_equal(code.addr, code.function.addr + 2);
	assert_true(module_code_at(m, ".text", 0, &code));
	assert_false(code.function.is_blacklisted);
	assert_false(module_code_at(m, ".nothing", 0, &code));
	modules_close(all);
}

/* ---- variables ---------------------------------------------------------- */

static const char stored[] =
	"#define IN(s) __attribute__((used, section(s)))\n"
	"static char info[] IN(\".modinfo\") = \"license=GPL\\0name=made\";\n"
	"long seen = 1; static int twin __attribute__((used)) = 2;\n"
	"long zero; static int started IN(\".init.data\");\n"
	"int each IN(\".data..percpu\") = 3; int code(void) { return 4; }\n";

static void check_variable(struct module *m, const char *name,
			   const char *want)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct arena *a = arena_create();
	struct module_datum at;

	if (!module_variable(m, a, name, &at))
		buf_puts(&b, "none");
	else if (at.reason)
		buf_puts(&b, at.reason);
	else
		buf_printf(&b, "%s%+lld", at.symbol, (long long)at.distance);
	assert_string_equal(b.p, want);
	arena_destroy(a);
}

static void variables_have_symbols(void **state)
{
	struct modules *all;
	struct module *m;

	binary_write("made.c", stored);
	binary_write("twin.c", "static int twin __attribute__((used));\n");
	binary_run("mkdir -p some && %s -o 1.o made.c && %s -o 2.o twin.c && "
		   "ld -r -o some/made.ko 1.o 2.o", COMPILE, COMPILE);
	all = open_modules(&m);
	check_variable(m, "seen", "made:seen+0");
	check_variable(m, "zero", "made:zero+0");
	check_variable(m, "twin", "the module has several variables of this "
				  "name");
	check_variable(m, "started", "its memory is freed after the start of its "
				     "module or of the kernel");
	check_variable(m, "each", "it is a per-CPU variable, and the CPU is "
				  "not given");
	check_variable(m, "code", "none");
	check_variable(m, "nothing", "none");
	modules_close(all);
}

/* ---- tracepoints -------------------------------------------------------- */

static void write_image(const struct buf *image)
{
	FILE *f = fopen("vmlinux", "we");

	assert_non_null(f);
	assert_int_equal(fwrite(image->p, 1, image->n, f), image->n);
	assert_int_equal(fclose(f), 0);
}

#define N_SYMBOLS 600	/* with fewer of them it is not taken for a kernel */

/* An event leads to its class at byte 8, a class to its group at byte 16. */
/* The types of a module that continues them. */
static void write_types_of_module(const struct maker *base)
{
	struct maker m;
	struct buf b = BUF_INIT;
	uint32_t proto;
	FILE *f;

	maker_init(&m);
	m.last = base->last;
	m.first_string = (uint32_t)base->strings.n;
	proto = make_type(&m, "", BTF_FUNC_PROTO, 3, 0);
	make_part(&m, "data", 1, -1);
	make_part(&m, "a", 1, -1);
	make_part(&m, "b", 1, -1);
	make_type(&m, "__traceiter_first", BTF_FUNC, 0, proto);
	make_type(&m, "first", BTF_FUNC, 0, proto);
	make_type(&m, "__traceiter_lone", BTF_FUNC, 0, proto);
	maker_finish(&m, &b);
	binary_run("mkdir -p root/proc root/sys/kernel/btf");
	f = fopen("root/sys/kernel/btf/guest", "w");
	fwrite(b.p, 1, b.n, f);
	fclose(f);
	buf_free(&b);
	maker_free(&m);
}

static struct kernel *open_kernel(void)
{
	struct blob_symbol symbols[N_SYMBOLS];
	char names[N_SYMBOLS][16];
	struct blob_plan plan = { .symbols = symbols, .n = N_SYMBOLS,
				  .order = BLOB_NEW, .plain = true };
	_cleanup_buf_ struct buf types = BUF_INIT, image = BUF_INIT;
	struct sys_error *err;
	struct kernel *k;
	struct maker m;
	uint32_t word;

	for (size_t i = 0; i < N_SYMBOLS; i++) {
		snprintf(names[i], sizeof(names[i]), "filler_%03zu", i);
		symbols[i] = (struct blob_symbol){ names[i], 't',
						   BLOB_BASE + 16 * i };
	}
	maker_init(&m);
	word = make_int(&m, "long", 8, 0, 64);
	make_type(&m, "trace_event_call", BTF_STRUCT, 1, 24);
	make_part(&m, "class", word, 64);
	make_type(&m, "trace_event_class", BTF_STRUCT, 1, 24);
	make_part(&m, "system", word, 128);
	maker_finish(&m, &types);
	write_types_of_module(&m);
	maker_free(&m);
	plan.btf = types.p;
	plan.n_btf = types.n;
	blob_build(&plan, &image, NULL);
	write_image(&image);
	err = kernel_open("vmlinux", NULL, &k);
	if (err)
		fail_msg("%s", err->text);
	return k;
}

static const char traced[] =
	"struct class { long a, b; const char *system; };\n"
	"struct event { long a; struct class *class; long b; };\n"
	"struct class class_a = { 1, 2, \"made\" };\n"
	"struct class class_b = { 1, 2, \"two-words\" };\n"
	"struct class class_c = { 1, 2, \"no word\" };\n"
	"struct event event_first = { 1, &class_a, 2 };\n"
	"struct event event_second = { 1, &class_b, 2 };\n"
	"struct event event_third = { 1, &class_c, 2 };\n"
	"long __tracepoint_first, __tracepoint_second;\n"
	"long __tracepoint_third, __tracepoint_lone;\n"
	"void __tracepoint_function(void) { }\n"
	"void *list __attribute__((section(\"__tracepoints_ptrs\"))) =\n"
	"	&__tracepoint_first;\n";

static void put_tracepoint(void *data, const struct module_tracepoint *tp)
{
	buf_printf(data, "%s %s:%s\n", tp->module, tp->group, tp->name);
}

static void check_tracepoints(const char *which, const char *want)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct kernel *k = open_kernel();
	struct modules *all = modules_open(".", "kept");
	struct sys_error *err = modules_tracepoints(all, k, which,
						    put_tracepoint, &b);

	if (err)
		fail_msg("%s", err->text);
	assert_string_equal(b.n ? b.p : "", want);
	modules_close(all);
	kernel_close(k);
}

#define FOUND                                                                  \
	"made made:first\nmade :lone\nmade two-words:second\nmade :third\n"

static int make_traced(void **state)
{
	binary_run("rm -rf some kept && mkdir some");
	binary_write("made.c", traced);
	binary_write("modules.order", "some/made.ko\nsome/plain.ko\n");
	binary_run(COMPILE "-o some/made.ko made.c");
	binary_run("cp /bin/true some/plain.ko");
	return 0;
}

/* A typing error in a function's name is not a variable's, and the other way round. */
static void the_nearest_is_of_its_kind(void **state)
{
	struct module *m;
	struct modules *all = open_modules(&m);

	assert_string_equal(module_nearest(m, "event_frist", KERNEL_VARIABLES),
			    "event_first");
	assert_null(module_nearest(m, "event_frist", KERNEL_FUNCTIONS));
	assert_string_equal(module_nearest(m, "__tracepoint_functoin",
					   KERNEL_FUNCTIONS),
			    "__tracepoint_function");
	modules_close(all);
}

/* Their types are numbered from the end of that base, not from the kernel's last type. */
static void types_with_their_own_base_are_refused(void **state)
{
	struct kernel *k = open_kernel();
	const struct btf *types;
	struct sys_error *err;
	struct modules *all;
	struct module *m;

	binary_run("objcopy --add-section .BTF=made.c "
		   "--add-section .BTF.base=made.c some/made.ko");
	all = open_modules(&m);
	err = module_types(m, k, &types);
	assert_non_null(err);
	assert_non_null(strstr(err->text, ".BTF.base"));
	sys_error_free(err);
	modules_close(all);
	kernel_close(k);
}

static void tracepoints_have_groups(void **state)
{
	check_tracepoints("*", FOUND);
	check_tracepoints("mad*", FOUND);
	check_tracepoints("other", "");
}

static void the_index_answers(void **state)
{
	check_tracepoints("*", FOUND);
	binary_run("sed -i s/first/kept/ kept");
	check_tracepoints("*", "made made:kept\nmade :lone\n"
			       "made two-words:second\nmade :third\n");
	/* a file that was changed */
	binary_run("touch -d 2020-01-01 some/made.ko");
	check_tracepoints("*", FOUND);
	binary_run("! grep -q kept kept");
}

static void a_bad_index_is_mended(void **state)
{
	static const char *const spoil[] = {
		"sed -i 1s/1/2/ kept", "sed -i 1s/.$// kept",
		"truncate -s -5 kept", "truncate -s 0 kept",
		"sed -i 's/^made.*/made/' kept", "sed -i 's/ 4 / 400 /' kept",
		"sed -i 's/ 4 / -4 /' kept", "rm kept; mkdir kept",
	};

	for (size_t i = 0; i < sizeof(spoil) / sizeof(spoil[0]); i++) {
		check_tracepoints("*", FOUND);
		binary_run("%s", spoil[i]);
		check_tracepoints("*", FOUND);
	}
}

static void ignore(void *data, const struct module_tracepoint *tp)
{
}

static void put_percent(void *data, unsigned percent)
{
	buf_printf(data, "%u ", percent);
}

/* Reading files is told of, reading what was kept is not. */
static void reading_is_told(void **state)
{
	for (int again = 0; again < 2; again++) {
		_cleanup_buf_ struct buf b = BUF_INIT;
		struct kernel *k = open_kernel();
		struct modules *all = modules_open(".", "kept");

		modules_on_progress(all, put_percent, &b);
		assert_null(modules_tracepoints(all, k, "*", ignore, NULL));
		assert_string_equal(b.n ? b.p : "", again ? "" : "100 ");
		modules_close(all);
		kernel_close(k);
	}
}

/* An index may tell of some modules only: the others are looked at. */
static void the_index_grows(void **state)
{
	binary_run("cp some/made.ko some/also.ko && "
		   "echo some/also.ko >>modules.order");
	check_tracepoints("also", "also made:first\nalso :lone\n"
				  "also two-words:second\nalso :third\n");
	check_tracepoints("made", FOUND);
	binary_run("grep -q some/also.ko kept && grep -q some/made.ko kept");
}

/* ---- modules that are loaded and not installed -------------------------- */

#define LOADED "root/sys/module/guest/notes"
#define EVENTS "root/sys/kernel/tracing/events"

static int make_loaded(void **state)
{
	make_traced(state);
	kernel_close(open_kernel());
	binary_run("mkdir -p " LOADED " " EVENTS "/made_up/first");
	binary_run("touch " EVENTS "/made_up/first/format");
	binary_run("printf '\\4\\0\\0\\0\\2\\0\\0\\0\\3\\0\\0\\0"
		   "GNU\\0\\253\\315\\0\\0' >" LOADED
		   "/.note.gnu.build-id");
	binary_write("root/proc/modules",
		     "guest 16384 0 - Live 0x0000000000000000 (OE)\n"
		     "made 16384 1 guest, Live 0x0000000000000000\n");
	binary_write("root/proc/kallsyms",
		     "ffffffff81000000 T vfs_read\n"
		     "ffffffffc0001040 t open_it\t[guest]\n"
		     "ffffffffc0001080 T close_it\t[guest]\n"
		     "ffffffffc0001000 t first_of_all\t[guest]\n"
		     "ffffffffc0002000 d counter\t[guest]\n"
		     "ffffffffc0003000 t others\t[guests]\n");
	return 0;
}

static void put_name(void *data, const char *name)
{
	buf_printf(data, "%s ", name);
}

static void what_is_loaded_is_there(void **state)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct modules *all = modules_open(".", NULL);

	modules_add_loaded(all, "root");
	modules_match(all, "*", put_name, &b);
	assert_string_equal(b.p, "guest made plain ");
	modules_close(all);
}

static void put_place(void *data, const struct module_function *f)
{
	buf_printf(data, "%s +%#llx%s\n", f->name,
		   (unsigned long long)(f->addr - 0x1000),
		   f->is_global ? " global" : "");
}

static void check_loaded(const char *want)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct modules *all = modules_open(".", NULL);
	struct kernel *k = open_kernel();
	const struct ctype *t;
	const struct btf *types;
	struct module *m;

	modules_add_loaded(all, "root");
	assert_null(modules_get(all, "guest", &m));
	assert_string_equal(module_build_id(m), "abcd");
	module_match(m, "*", put_place, &b);
	assert_string_equal(b.n ? b.p : "", want);
	assert_null(module_types(m, k, &types));
	t = btf_find(types, CTYPE_FUNCTION, "first");
	assert_non_null(t);
	assert_int_equal(t->n, 3);
	modules_close(all);
	kernel_close(k);
}

static void what_is_loaded_has_functions(void **state)
{
	check_loaded("close_it +0x80 global\nfirst_of_all +0\n"
		     "open_it +0x40\n");
}

/* Only root sees addresses: the names are what counts. */
static void hidden_addresses_are_made_up(void **state)
{
	binary_run("sed -i 's/^[0-9a-f]*/0000000000000000/' "
		   "root/proc/kallsyms");
	check_loaded("close_it +0x10 global\nfirst_of_all +0x20\n"
		     "open_it +0\n");
}

static void what_the_kernel_hides_is_missing(void **state)
{
	struct modules *all = modules_open(".", NULL);
	struct kernel *k = open_kernel();
	const struct btf *types;
	struct sys_error *err;
	struct module *m;

	binary_run("rm -r root/sys root/proc/kallsyms");
	modules_add_loaded(all, "root");
	assert_null(modules_get(all, "guest", &m));
	assert_string_equal(module_build_id(m), "");
	module_match(m, "*", put_place, NULL);
	err = module_types(m, k, &types);
	assert_non_null(err);
	sys_error_free(err);
	modules_close(all);
	kernel_close(k);
}

static void what_is_loaded_has_tracepoints(void **state)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct modules *all = modules_open(".", "kept");
	struct kernel *k = open_kernel();

	modules_add_loaded(all, "root");
	for (int again = 0; again < 2; again++) {
		assert_null(modules_tracepoints(all, k, "guest",
						put_tracepoint, &b));
		assert_string_equal(b.p, "guest made_up:first\nguest :lone\n");
		buf_reset(&b);
	}
	assert_null(modules_tracepoints(all, k, "made", ignore, NULL));
	binary_run("grep -q made.ko kept && ! grep -q guest kept");
	modules_close(all);
	kernel_close(k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_are_read),
		cmocka_unit_test(calls_stand_behind_endbr),
		cmocka_unit_test(no_list_marks_nothing),
		cmocka_unit_test(places_have_marks),
		cmocka_unit_test(variables_have_symbols),
		cmocka_unit_test_setup(the_nearest_is_of_its_kind, make_traced),
		cmocka_unit_test_setup(types_with_their_own_base_are_refused,
				       make_traced),
		cmocka_unit_test_setup(tracepoints_have_groups, make_traced),
		cmocka_unit_test_setup(the_index_answers, make_traced),
		cmocka_unit_test_setup(a_bad_index_is_mended, make_traced),
		cmocka_unit_test_setup(the_index_grows, make_traced),
		cmocka_unit_test_setup(reading_is_told, make_traced),
		cmocka_unit_test_setup(what_is_loaded_is_there, make_loaded),
		cmocka_unit_test_setup(what_is_loaded_has_functions,
				       make_loaded),
		cmocka_unit_test_setup(hidden_addresses_are_made_up,
				       make_loaded),
		cmocka_unit_test_setup(what_the_kernel_hides_is_missing,
				       make_loaded),
		cmocka_unit_test_setup(what_is_loaded_has_tracepoints,
				       make_loaded),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
