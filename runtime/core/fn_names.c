/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics that return names of numbers: of errors, and of values and bits that a table
 * in a string lists.  Also those that read words and numbers from a packed table.
 */
#include "runtime/core/fmt.h"
#include "runtime/core/fn.h"

/* The names of errors from 1 on, one after the other; "" for a number without a name. */
static const char errors[] =
	"EPERM\0" "ENOENT\0" "ESRCH\0" "EINTR\0" "EIO\0" "ENXIO\0" "E2BIG\0"
	"ENOEXEC\0" "EBADF\0" "ECHILD\0" "EAGAIN\0" "ENOMEM\0" "EACCES\0"
	"EFAULT\0" "ENOTBLK\0" "EBUSY\0" "EEXIST\0" "EXDEV\0" "ENODEV\0"
	"ENOTDIR\0" "EISDIR\0" "EINVAL\0" "ENFILE\0" "EMFILE\0" "ENOTTY\0"
	"ETXTBSY\0" "EFBIG\0" "ENOSPC\0" "ESPIPE\0" "EROFS\0" "EMLINK\0"
	"EPIPE\0" "EDOM\0" "ERANGE\0" "EDEADLK\0" "ENAMETOOLONG\0" "ENOLCK\0"
	"ENOSYS\0" "ENOTEMPTY\0" "ELOOP\0" "\0" "ENOMSG\0" "EIDRM\0"
	"ECHRNG\0" "EL2NSYNC\0" "EL3HLT\0" "EL3RST\0" "ELNRNG\0" "EUNATCH\0"
	"ENOCSI\0" "EL2HLT\0" "EBADE\0" "EBADR\0" "EXFULL\0" "ENOANO\0"
	"EBADRQC\0" "EBADSLT\0" "\0" "EBFONT\0" "ENOSTR\0" "ENODATA\0"
	"ETIME\0" "ENOSR\0" "ENONET\0" "ENOPKG\0" "EREMOTE\0" "ENOLINK\0"
	"EADV\0" "ESRMNT\0" "ECOMM\0" "EPROTO\0" "EMULTIHOP\0" "EDOTDOT\0"
	"EBADMSG\0" "EOVERFLOW\0" "ENOTUNIQ\0" "EBADFD\0" "EREMCHG\0"
	"ELIBACC\0" "ELIBBAD\0" "ELIBSCN\0" "ELIBMAX\0" "ELIBEXEC\0"
	"EILSEQ\0" "ERESTART\0" "ESTRPIPE\0" "EUSERS\0" "ENOTSOCK\0"
	"EDESTADDRREQ\0" "EMSGSIZE\0" "EPROTOTYPE\0" "ENOPROTOOPT\0"
	"EPROTONOSUPPORT\0" "ESOCKTNOSUPPORT\0" "EOPNOTSUPP\0"
	"EPFNOSUPPORT\0" "EAFNOSUPPORT\0" "EADDRINUSE\0" "EADDRNOTAVAIL\0"
	"ENETDOWN\0" "ENETUNREACH\0" "ENETRESET\0" "ECONNABORTED\0"
	"ECONNRESET\0" "ENOBUFS\0" "EISCONN\0" "ENOTCONN\0" "ESHUTDOWN\0"
	"ETOOMANYREFS\0" "ETIMEDOUT\0" "ECONNREFUSED\0" "EHOSTDOWN\0"
	"EHOSTUNREACH\0" "EALREADY\0" "EINPROGRESS\0" "ESTALE\0" "EUCLEAN\0"
	"ENOTNAM\0" "ENAVAIL\0" "EISNAM\0" "EREMOTEIO\0" "EDQUOT\0"
	"ENOMEDIUM\0" "EMEDIUMTYPE\0" "ECANCELED\0" "ENOKEY\0"
	"EKEYEXPIRED\0" "EKEYREVOKED\0" "EKEYREJECTED\0" "EOWNERDEAD\0"
	"ENOTRECOVERABLE\0" "ERFKILL\0" "EHWPOISON\0";

/* The names of errors that only the kernel's own code sees, from 512 on. */
static const char inner[] =
	"ERESTARTSYS\0" "ERESTARTNOINTR\0" "ERESTARTNOHAND\0" "ENOIOCTLCMD\0"
	"ERESTART_RESTARTBLOCK\0" "EPROBE_DEFER\0" "EOPENSTALE\0" "ENOPARAM\0"
	"\0" "EBADHANDLE\0" "ENOTSYNC\0" "EBADCOOKIE\0" "ENOTSUPP\0"
	"ETOOSMALL\0" "ESERVERFAULT\0" "EBADTYPE\0" "EJUKEBOX\0"
	"EIOCBQUEUED\0" "ERECALLCONFLICT\0" "ENOGRACE\0";

/* String @n, from 0, of @names, which has @size bytes; "" if there are fewer. */
static STP_FN const char *pick(const char *names, stp_u32 size, stp_u64 n)
{
	const char *p = names;

	for (; n && p + 1 < names + size; n--)
		p += strlen(p) + 1;
	return p + 1 < names + size ? p : "";
}

STP_INTRINSIC struct stp_str stp_fn_errno_str(struct stp_ctx *c,
					      struct stp_slot s, stp_s64 err)
{
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	stp_u64 n = err < 0 ? -(stp_u64)err : (stp_u64)err;

	if (n >= 512)
		stp_sink_puts(&to, pick(inner, sizeof(inner), n - 512));
	else if (n)
		stp_sink_puts(&to, pick(errors, sizeof(errors), n - 1));
	s.p[to.len] = 0;
	return (struct stp_str){ s.p, to.len };
}

/* ---- tables ------------------------------------------------------------- */

/*
 * An entry of a table.  A table is a text: "NAME=NUMBER NAME=BITS/MASK ... ?TEXT",
 * with numbers as in C.  Without a mask, the number is the mask.  TEXT, which may be
 * missing, is shown as a comment after a value that has no name.
 */
struct entry {
	const char *name;
	stp_u32 len;
	stp_u64 value, mask;
};

static STP_FN stp_u64 digits(const char **p, const char *end, unsigned base)
{
	stp_u64 n = 0;

	for (; *p < end; ++*p) {
		unsigned c = (unsigned char)**p;
		unsigned d = c >= 'a' ? c - 'a' + 10 : c - '0';

		if (c < '0' || d >= base)
			break;
		n = n * base + d;
	}
	return n;
}

static STP_FN stp_u64 number(const char **p, const char *end)
{
	stp_u64 negative = *p < end && **p == '-';

	*p += negative;
	if (end - *p > 1 && (*p)[0] == '0' && (*p)[1] == 'x') {
		*p += 2;
		return digits(p, end, 16);
	}
	return *p < end && **p == '0' ? digits(p, end, 8)
	       : negative ? -digits(p, end, 10) : digits(p, end, 10);
}

/* Reads the entry at *@p, and moves *@p past it.  Returns 0 after the last entry; @e->name
 * is then what follows it: "?TEXT" or nothing. */
static STP_FN int next_entry(const char **p, const char *end, struct entry *e)
{
	while (*p < end && **p == ' ')
		++*p;
	e->name = *p;
	while (*p < end && **p != '=')
		++*p;
	e->len = (stp_u32)(*p - e->name);
	if (*p >= end)
		return 0;
	++*p;
	e->value = e->mask = number(p, end);
	if (*p < end && **p == '/') {
		++*p;
		e->mask = number(p, end);
	}
	return 1;
}

/* Appends the comment for a value without a name, if the table has one.  @e: as
 * next_entry() leaves it at the end. */
static STP_FN void put_unknown(struct stp_sink *to, const struct entry *e)
{
	if (!e->len || *e->name != '?')
		return;
	stp_sink_puts(to, " /* ");
	stp_sink_put(to, e->name + 1, e->len - 1);
	stp_sink_puts(to, " */");
}

static STP_FN void put_hex(struct stp_sink *to, stp_u64 v)
{
	unsigned n = 60;

	stp_sink_puts(to, "0x");
	while (n && !(v >> n))
		n -= 4;
	for (;; n -= 4) {
		stp_sink_putc(to, "0123456789abcdef"[v >> n & 15]);
		if (!n)
			return;
	}
}

static STP_FN struct stp_str ended(struct stp_slot s, struct stp_sink *to)
{
	s.p[to->len] = 0;
	return (struct stp_str){ s.p, to->len };
}

STP_INTRINSIC struct stp_str stp_fn_value_name(struct stp_ctx *c,
					       struct stp_slot s, stp_s64 v,
					       struct stp_str table)
{
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	const char *p = table.p, *end = table.p + table.len;
	struct entry e;

	while (next_entry(&p, end, &e)) {
		if (e.value != (stp_u64)v)
			continue;
		stp_sink_put(&to, e.name, e.len);
		return ended(s, &to);
	}
	/* a negative int has eight digits */
	if (v < 0 && v >= -0x80000000LL)
		v = (stp_u32)v;
	if (v)
		put_hex(&to, (stp_u64)v);
	else
		stp_sink_putc(&to, '0');
	put_unknown(&to, &e);
	return ended(s, &to);
}

/* Returns the names of bits, with "|".  Bits without a name are shown as a number. */
STP_INTRINSIC struct stp_str stp_fn_bit_names(struct stp_ctx *c,
					      struct stp_slot s, stp_s64 bits,
					      struct stp_str table)
{
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	const char *p = table.p, *end = table.p + table.len;
	stp_u64 v = (stp_u64)bits;
	struct entry e;
	int named = 0;

	while (next_entry(&p, end, &e)) {
		if (e.mask ? (v & e.mask) != e.value : v || to.len)
			continue;
		if (to.len)
			stp_sink_putc(&to, '|');
		stp_sink_put(&to, e.name, e.len);
		v &= ~e.mask;
		named = 1;
		if (!e.mask)
			return ended(s, &to);
	}
	if (v && to.len)
		stp_sink_putc(&to, '|');
	if (v)
		put_hex(&to, v);
	else if (!to.len)
		stp_sink_putc(&to, '0');
	if (v && !named)
		put_unknown(&to, &e);
	return ended(s, &to);
}

/* ---- many tables -------------------------------------------------------- */

/* Returns the name of @v in one table of @tables.  Bit 0 of @place: 1 for a table of bits;
 * bits 1 to 31: where the table starts in @tables; bits from 32: its length, in bytes. */
STP_INTRINSIC struct stp_str stp_fn_set_name(struct stp_ctx *c,
					     struct stp_slot s, stp_s64 v,
					     stp_s64 place,
					     struct stp_str tables)
{
	stp_u64 from = ((stp_u64)place & 0xffffffff) >> 1;
	stp_u64 len = (stp_u64)place >> 32;
	struct stp_str table = { tables.p + from, (stp_u32)len };

	if (from > tables.len || len > tables.len - from)
		table.len = 0;
	return place & 1 ? stp_fn_bit_names(c, s, v, table)
			 : stp_fn_value_name(c, s, v, table);
}

/* Returns word @n of @text, which has words of 32 bytes, filled up with
 * blanks. */
STP_INTRINSIC struct stp_str stp_fn_packed_word(struct stp_ctx *c,
						struct stp_slot s, stp_s64 n,
						struct stp_str text)
{
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	stp_u32 len = 32;

	if (n < 0 || n >= text.len / 32)
		return ended(s, &to);
	while (len && text.p[n * 32 + len - 1] == ' ')
		len--;
	stp_sink_put(&to, text.p + n * 32, len);
	return ended(s, &to);
}

/* Returns number @n of @text, which has numbers of 16 hexadecimal digits; 0 if there
 * are fewer. */
STP_INTRINSIC stp_s64 stp_fn_packed_number(struct stp_ctx *c, stp_s64 n,
					   struct stp_str text)
{
	const char *p;

	if (n < 0 || n >= text.len / 16)
		return 0;
	p = text.p + n * 16;
	return (stp_s64)digits(&p, p + 16, 16);
}
