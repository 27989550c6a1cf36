// SPDX-License-Identifier: LGPL-2.1-or-later
//! A library of Rust whose values are known: work(3) is 1204.  rust.c calls it.
//! rust.s is what comes of it, as compilers of Rust are not everywhere:
//!
//!     rustc --crate-type lib --emit asm -g -O -C panic=abort \
//!         -C codegen-units=1 --remap-path-prefix=$PWD= rust.rs
//!     sed -i '/[.]file/s:" ":/:' rust.s
//!
//! The second makes names of files what every assembler reads.
#![no_std]

pub mod shapes {
    pub struct Square {
        pub side: u32,
        pub place: (i16, i16),
    }
    pub trait Area {
        fn area(&self, scale: u32) -> u32;
    }
    impl Area for Square {
        #[inline(never)]
        fn area(&self, scale: u32) -> u32 {
            self.side * self.side * scale
        }
    }
    impl Square {
        #[inline(never)]
        pub fn grow(&mut self, by: u32) -> u32 {
            self.side += by;
            self.side
        }
    }
    #[inline(never)]
    pub fn twice<T: Into<u64> + Copy>(v: T) -> u64 {
        v.into() * 2
    }
}

#[derive(Clone, Copy)]
pub enum Color {
    Red = 1,
    Green = 5,
}

pub enum Event {
    Nothing,
    Key(u8),
    Move { x: i32, y: i32 },
}

#[inline(never)]
pub fn look(e: &Event, c: Color, o: &Option<u32>, w: &Option<&u8>) -> i32 {
    let n = match e {
        Event::Nothing => 0,
        Event::Key(k) => *k as i32,
        Event::Move { x, y } => x + y,
    };
    n + c as i32 + o.unwrap_or(1000) as i32 + *w.unwrap_or(&0) as i32
}

#[no_mangle]
pub extern "C" fn work(n: u32) -> u64 {
    use shapes::Area;
    let mut s = shapes::Square { side: n, place: (-1, 2) };
    let mut sum = s.grow(4) as u64 + s.area(2) as u64;
    sum += shapes::twice(n) + shapes::twice(n as u8);
    sum += look(&Event::Nothing, Color::Red, &None, &None) as u64;
    sum += look(&Event::Key(65), Color::Green, &Some(5), &Some(&0)) as u64;
    sum + look(&Event::Move { x: 3, y: -4 }, Color::Green, &Some(7), &None) as u64
}
