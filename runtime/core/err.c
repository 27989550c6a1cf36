/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Errors, the budget, the end of the run.  A handler keeps its first error until a
 * catch block takes it; later ones are ignored.  The text of an error is made only when
 * it is needed.
 */
#include "runtime/core/handler.h"
#include "runtime/core/record.h"

/* ---- failing ------------------------------------------------------------ */

STP_FN void stp_fail(struct stp_ctx *ctx, enum stp_err err, stp_s64 detail)
{
	struct stp_workspace *c = stp_workspace(ctx);

	if (ctx->err)
		return;
	ctx->err = err;
	ctx->err_loc = ctx->err_from = 0;
	c->detail = detail;
	c->n_calls = 0;
	c->text_len = 0;
	c->pub.dirty |= STP_D_ERR;
}

STP_FN void stp_at_call(struct stp_ctx *ctx, stp_u32 loc)
{
	struct stp_workspace *c = stp_workspace(ctx);

	if (!ctx->err_loc)
		ctx->err_loc = loc + 1;
	else if (c->n_calls++ < STP_ERR_CALLS)
		c->calls[c->n_calls - 1] = loc;
}

STP_FN void stp_fail_str(struct stp_ctx *ctx, struct stp_str text)
{
	struct stp_workspace *c = stp_workspace(ctx);

	if (ctx->err)
		return;
	stp_fail(ctx, STP_ERR_SCRIPT, 0);
	c->text_len = stp_min_u32(text.len, STP_ERR_TEXT - 1);
	memcpy(c->text, text.p, c->text_len);
}

/* Writes the pending error's text to @p; returns its length. */
static STP_FN stp_u32 words(const struct stp_workspace *c, char *p, stp_u32 cap)
{
	static const char *const texts[STP_N_ERRS] = {
#define X(sym, text) [STP_ERR_##sym] = text,
		STP_ERRORS(X)
#undef X
	};
	struct stp_sink s = { p, 0, cap, false, NULL, NULL };
	const char *text = texts[c->pub.err];
	struct stp_val v = { { .n = c->detail }, 0 };

	if (c->pub.err == STP_ERR_SCRIPT)
		stp_sink_put(&s, c->text, c->text_len);
	else
		stp_fmt(&s, text, strlen(text), "n", &v, &stp_run.fmt_opts);
	return s.len;
}

static STP_FN void clear_error(struct stp_workspace *c)
{
	c->pub.next = 0;
	c->pub.err = 0;
	c->pub.err_loc = c->pub.err_from = 0;
}

STP_FN struct stp_str stp_caught(struct stp_ctx *ctx, struct stp_slot slot)
{
	struct stp_str ret = { slot.p, 0 };

	if (ctx->err == STP_ERR_ABORT)
		return STP_LIT("");
	if (ctx->err)
		ret.len = words(stp_workspace(ctx), slot.p, slot.cap);
	slot.p[ret.len] = 0;
	clear_error(stp_workspace(ctx));
	return ret;
}

/* ---- the machine's stack ------------------------------------------------ */

static STP_FN const char *stack_floor(const char *here)
{
	const char *end = stp_os_stack_end(here);
	const char *floor = here - STP_DEEP_BYTES;

	return end && end + STP_STACK_RESERVE > floor
		       ? end + STP_STACK_RESERVE : floor;
}

/* It must not be inlined, so that its frame address shows where the caller's frame
 * ends. */
STP_FN __attribute__((__noinline__)) char *
stp_enter_deep(struct stp_ctx *c, stp_u32 size)
{
	const char *here = __builtin_frame_address(0);
	char *f;

	if (!c->deep)
		c->stack = stack_floor(here);
	if (here < c->stack) {
		stp_fail(c, STP_ERR_NESTING, 0);
		return NULL;
	}
	f = stp_enter(c, size);
	c->deep += f != NULL;
	return f;
}

STP_FN char *stp_enter_again(struct stp_ctx *c, stp_u32 size, stp_u32 max)
{
	char *f;

	if (c->nesting >= max) {
		stp_fail(c, STP_ERR_NESTING, 0);
		return NULL;
	}
	f = stp_enter_deep(c, size);
	c->nesting += f != NULL;
	return f;
}

/* ---- budget ------------------------------------------------------------- */

static STP_FN bool is_late(struct stp_workspace *c)
{
	stp_u64 now = stp_os_now();

	if (!c->start_ns)
		c->start_ns = now;
	return c->max_ns && now - c->start_ns > c->max_ns;
}

/* Called when the budget is -1: the handler has used one unit more than the chunk had, so
 * the new chunk begins with one unit less. */
STP_FN int stp_refill(struct stp_ctx *ctx)
{
	struct stp_workspace *c = stp_workspace(ctx);
	stp_u64 left;

	if (!c->chunk) {
		c->chunk = stp_run.chunk;
		c->spent = c->start_ns = 0;
	}
	c->pub.dirty |= STP_D_SPENT;
	c->spent += c->chunk;
	ctx->budget = 0;
	if (c->spent >= c->max_actions) {
		stp_fail(ctx, STP_ERR_ACTION, c->max_actions);
		return 1;
	}
	if (is_late(c)) {
		stp_fail(ctx, STP_ERR_TIME, c->max_ns / 1000000);
		return 1;
	}
	left = c->max_actions - c->spent;
	c->chunk = left < STP_CHUNK ? left : STP_CHUNK;
	ctx->budget = c->chunk - 1;
	return 0;
}

STP_FN bool stp_takes_long(struct stp_ctx *ctx, stp_u64 *start, stp_u32 i)
{
	struct stp_workspace *c = stp_workspace(ctx);
	stp_u64 now;

	if (i % 4096 || c->is_serial || !c->max_ns)
		return false;
	now = stp_os_now();
	if (!i)
		*start = now;
	if (now - *start <= c->max_ns)
		return false;
	stp_fail(ctx, STP_ERR_TIME, c->max_ns / 1000000);
	return true;
}

/* ---- the end ------------------------------------------------------------ */

STP_FN bool stp_run_cease(void)
{
	stp_u32 running = STP_RUNNING;

	if (!__atomic_compare_exchange_n(&stp_run.state, &running, STP_STOPPING,
					 false, __ATOMIC_RELAXED,
					 __ATOMIC_RELAXED))
		return false;
	__atomic_or_fetch(&stp_run.gate, STP_GATE_STOPPED, __ATOMIC_SEQ_CST);
	return true;
}

STP_FN void stp_run_end(struct stp_workspace *c, const char *note)
{
	if (!stp_run_cease())
		return;
	c->pub.dirty |= STP_D_EXIT;
	if (note) {
		c->note = note;
		c->errors++;
		stp_run.failed = true;
	}
}

STP_FN void stp_exit(struct stp_ctx *ctx)
{
	stp_run_end(stp_workspace(ctx), NULL);
}

STP_FN void stp_fn_abort(struct stp_ctx *ctx)
{
	stp_exit(ctx);
	clear_error(stp_workspace(ctx));
	stp_fail(ctx, STP_ERR_ABORT, 0);
}

static STP_FN void put_error(struct stp_workspace *c)
{
	struct stp_error_item head = { c->pub.err_loc - 1, c->pub.err,
				       c->pub.err_from - 1, c->n_calls };
	stp_u32 n, calls = stp_calls_bytes(&head);
	char text[STP_ERR_TEXT];
	char *p;

	n = words(c, text, sizeof(text));
	p = stp_out_item(c, STP_ITEM_ERROR, sizeof(head) + calls + n);
	if (!p)
		return;
	memcpy(p, &head, sizeof(head));
	memcpy(p + sizeof(head), c->calls, calls);
	memcpy(p + sizeof(head) + calls, text, n);
}

/* Counts the cause of a skip or loss that an error stands for, if there is one.  It is not
 * called for an error that was caught, because then the handler ran to its end. */
static STP_FN void count_cause(struct stp_workspace *c, enum stp_err err)
{
	switch (err) {
	case STP_ERR_MAP_FULL:
	case STP_ERR_MAP_SIZE:
		stp_count(c, STP_CAUSE_MAP_FULL);
		break;
	case STP_ERR_READ:
	case STP_ERR_WRITE:
		stp_count(c, STP_CAUSE_FAULT);
		break;
	case STP_ERR_ACTION:
	case STP_ERR_TIME:
		stp_count(c, STP_CAUSE_BUDGET);
		break;
	default:
		break;
	}
}

STP_FN void stp_error_finish(struct stp_workspace *c)
{
	stp_s64 n;

	if (c->pub.err == STP_ERR_ABORT) {
		clear_error(c);
		return;
	}
	count_cause(c, c->pub.err);
	if (stp_run.limits[STP_LIM_QUIET_ERRORS]) {
		stp_count(c, STP_CAUSE_ERROR);
		clear_error(c);
		return;
	}
	n = __atomic_add_fetch(&stp_run.n_errors, 1, __ATOMIC_RELAXED);
	c->errors++;
	put_error(c);
	clear_error(c);
	if (n <= (stp_s64)stp_run.limits[STP_LIM_MAXERRORS])
		return;
	__atomic_store_n(&stp_run.failed, true, __ATOMIC_RELAXED);
	stp_run_end(c, NULL);
}
