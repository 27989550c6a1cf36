// SPDX-License-Identifier: LGPL-2.1-or-later
// A program of many goroutines, whose values are known: work N passes 0..N-1 to
// 50 workers.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

type Point struct {
	X, Y int32
	Name string
}

type Shape interface{ Area(scale int) int }

type Square struct{ side int }

//go:noinline
func (s *Square) Area(scale int) int { return s.side * s.side * scale }

//go:noinline
func add(n int, word string) int { return n + len(word) }

//go:noinline
func look(p *Point, list []int64, by float64) int64 {
	return int64(p.X) + list[1]
}

//go:noinline
func leaf(n int) int { return n + 1 }

//go:noinline
func middle(n int) int { return leaf(n*2) + 1 }

//go:noinline
func worker(id int, in <-chan int, out chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	for n := range in {
		out <- middle(n) + add(id, "word")
	}
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	in, out := make(chan int), make(chan int, n)
	var wg sync.WaitGroup
	for i := 0; i < 50; i++ {
		wg.Add(1)
		go worker(i, in, out, &wg)
	}
	for i := 0; i < n; i++ {
		in <- i
	}
	close(in)
	wg.Wait()
	close(out)
	sum := 0
	for v := range out {
		sum += v
	}
	var s Shape = &Square{3}
	p := Point{7, -8, "first"}
	fmt.Println(sum >= 0, s.Area(2), look(&p, []int64{1, 20, 3}, 0.5))
}
