// SPDX-License-Identifier: LGPL-2.1-or-later
//! A function whose parameters the compiler has changed, as it may with those that
//! other files cannot call: `of` is known to be 3, and is not passed.  rust_calls.c
//! calls changed().  rust_changed.s is made of it as rust.s is of rust.rs, with -O.
#![no_std]

extern "C" {
    fn sink(p: *const u8);
}

fn keep<T>(x: &T) {
    unsafe { sink(x as *const T as *const u8) };
}

#[inline(never)]
fn change(of: u64, x: u64) {
    keep(&of);
    keep(&x);
}

#[no_mangle]
pub extern "C" fn changed(n: u64) {
    change(3, n);
    change(3, n + 1);
}
