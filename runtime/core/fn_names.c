/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics that know names of numbers: errors.
 */
#include "runtime/core/fmt.h"
#include "runtime/core/fn.h"

/* Behind each other, by number; an empty one has no name of its own. */
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

/* Those that only the kernel's own code sees, from 512 on. */
static const char inner[] =
	"ERESTARTSYS\0" "ERESTARTNOINTR\0" "ERESTARTNOHAND\0" "ENOIOCTLCMD\0"
	"ERESTART_RESTARTBLOCK\0" "EPROBE_DEFER\0" "EOPENSTALE\0" "ENOPARAM\0";

/* The @n-th string of @names, or "". */
static STP_FN const char *pick(const char *names, stp_u32 size, stp_u64 n)
{
	const char *p = names;

	for (; n && p + 1 < names + size; n--)
		p += strlen(p) + 1;
	return p + 1 < names + size ? p : "";
}

STP_FN struct stp_str stp_fn_errno_str(struct stp_ctx *c, struct stp_slot s,
				       stp_s64 err)
{
	struct stp_sink to = { .p = s.p, .cap = s.cap };
	stp_u64 n = err < 0 ? -(stp_u64)err : (stp_u64)err;

	if (n >= 512)
		stp_sink_puts(&to, pick(inner, sizeof(inner), n - 512));
	else if (n)
		stp_sink_puts(&to, pick(errors, sizeof(errors), n - 1));
	if (n && !to.len) {
		stp_sink_puts(&to, "E#");
		stp_sink_put_dec(&to, n);
	}
	s.p[to.len] = 0;
	return (struct stp_str){ s.p, to.len };
}
