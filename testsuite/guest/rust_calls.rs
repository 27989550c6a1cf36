// SPDX-License-Identifier: LGPL-2.1-or-later
//! Functions of Rust that get and return values of every form that its compiler
//! passes in another way than C does, without optimisation; rust_calls.c calls
//! calls().  rust_calls.s is made of it as rust.s is of rust.rs, with
//! -C overflow-checks=off instead of -O.
//! Each x is 42.
#![no_std]

pub struct Small {
    pub a: u8,
    pub b: u16,
}
pub struct Floats {
    pub x: f32,
    pub y: f32,
}
pub struct Mixed {
    pub f: f64,
    pub n: u64,
}
pub struct Large {
    pub a: u64,
    pub b: u64,
    pub c: u64,
}
pub struct Newtype(pub u64);

extern "C" {
    fn sink(p: *const u8);
}

fn keep<T>(x: &T) {
    unsafe { sink(x as *const T as *const u8) };
}

#[inline(never)]
fn small(t: Small, x: u64) -> (u8, u16) {
    keep(&x);
    (t.a, t.b)
}
#[inline(never)]
fn floats(t: Floats, x: u64) -> (f32, f32) {
    keep(&x);
    (t.x, t.y)
}
#[inline(never)]
fn mixed(t: Mixed, x: u64) -> Newtype {
    keep(&x);
    Newtype(t.n)
}
#[inline(never)]
fn large(t: Large, x: u64) -> Large {
    keep(&x);
    t
}
#[inline(never)]
fn option(o: Option<u32>, x: u64) -> Option<u8> {
    keep(&x);
    match o {
        Some(n) => Some(n as u8),
        None => None,
    }
}
#[inline(never)]
fn text<'a>(o: Option<&'a str>, x: u64) -> Option<&'a str> {
    keep(&x);
    o
}
#[inline(never)]
fn bytes(a: [u8; 5], c: char, x: u64) -> [u8; 3] {
    keep(&x);
    keep(&c);
    [a[0], a[1], a[2]]
}
#[inline(never)]
fn many(a: u64, b: u64, c: u64, d: u64, e: u64, s: &str, x: u64) -> u64 {
    keep(&s);
    keep(&x);
    a + b + c + d + e
}
#[inline(never)]
fn pattern((a, b): (u64, u64), _: u32, x: u64) -> u64 {
    keep(&x);
    a + b
}
#[inline(never)]
fn unsure(r: Result<u32, u8>, x: u64) -> u64 {
    keep(&r);
    x
}

#[no_mangle]
pub extern "C" fn calls() {
    small(Small { a: 1, b: 2 }, 42);
    floats(Floats { x: 1.5, y: 2.5 }, 42);
    mixed(Mixed { f: 1.5, n: 2 }, 42);
    large(Large { a: 1, b: 2, c: 3 }, 42);
    option(Some(7), 42);
    option(None, 42);
    text(Some("hey"), 42);
    text(None, 42);
    bytes([1, 2, 3, 4, 5], 'A', 42);
    many(1, 2, 3, 4, 5, "six", 42);
    pattern((1, 2), 3, 42);
    unsure(Ok(9), 42);
}
