/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What moves in a flame graph: zoom, search, details, keys.  Each frame is a
 * <g class="f"> with data-x and data-w (fractions of the whole), data-d (depth)
 * and data-n (its name); flame.c draws them all at first.
 */
(function () {
	"use strict";
	var LEFT = 10, WIDE = 1180, CHAR = 7.25, SLACK = 1e-9;
	var frames = [].slice.call(document.querySelectorAll("g.f"));
	var details = document.getElementById("details");
	var found = document.getElementById("found");
	var box = document.getElementById("search");
	var reset = document.getElementById("reset");
	var zoomed = null;

	frames.forEach(function (g) {
		g.x = +g.getAttribute("data-x");
		g.w = +g.getAttribute("data-w");
		g.d = +g.getAttribute("data-d");
		g.name = g.getAttribute("data-n");
		g.rect = g.querySelector("rect");
		g.label = g.querySelector("text");
		g.words = g.querySelector("title").textContent;
	});

	/* ---- zoom ---- */

	function fitted(name, width) {
		var room = Math.floor((width - 6) / CHAR);

		if (room < 3)
			return "";
		return name.length <= room ? name : name.slice(0, room - 2) + "..";
	}

	function place(g, x, width) {
		g.style.display = width < 0.2 ? "none" : "";
		g.rect.setAttribute("x", x.toFixed(2));
		g.rect.setAttribute("width", Math.max(width - 0.3, 0.1).toFixed(2));
		g.label.setAttribute("x", (x + 3).toFixed(2));
		g.label.textContent = fitted(g.name, width);
	}

	function holds(outer, inner) {
		return outer.d < inner.d && outer.x <= inner.x + SLACK &&
			outer.x + outer.w >= inner.x + inner.w - SLACK;
	}

	function zoom(to) {
		zoomed = to;
		frames.forEach(function (g) {
			var x = (g.x - to.x) / to.w, end = x + g.w / to.w;

			g.classList.toggle("outer", holds(g, to));
			if (holds(g, to))
				place(g, LEFT, WIDE);
			else if (g.d < to.d || end <= SLACK || x >= 1 - SLACK)
				g.style.display = "none";
			else
				place(g, LEFT + x * WIDE, g.w / to.w * WIDE);
		});
		reset.style.visibility = to === frames[0] ? "hidden" : "visible";
	}

	/* ---- search ---- */

	function matcher(text) {
		try {
			return new RegExp(text, "i");
		} catch (bad) {
			return new RegExp(text.replace(/[^\w]/g, "\\$&"), "i");
		}
	}

	/* The width of what is found: a frame within a found one counts once. */
	function search(text) {
		var wanted = text ? matcher(text) : null, sum = 0, n = 0, tops = [];

		frames.forEach(function (g) {
			var hit = wanted && wanted.test(g.name);

			g.classList.toggle("hit", !!hit);
			if (!hit)
				return;
			n++;
			if (!tops.some(function (t) { return holds(t, g); })) {
				tops.push(g);
				sum += g.w;
			}
		});
		found.textContent = wanted
			? n + " frames, " + (sum * 100).toFixed(1) + " %" : "";
	}

	/* ---- keys ---- */

	function shown(g) {
		return g.style.display !== "none";
	}

	/* The frame to go to: up to the first child, down to the parent. */
	function next(g, key) {
		var all = frames.filter(shown), same;

		if (key === "ArrowUp")
			return all.filter(function (o) {
				return o.d === g.d + 1 && holds(g, o);
			})[0];
		if (key === "ArrowDown")
			return all.filter(function (o) {
				return o.d === g.d - 1 && holds(o, g);
			})[0];
		same = all.filter(function (o) { return o.d === g.d; });
		same.sort(function (a, b) { return a.x - b.x; });
		return same[same.indexOf(g) + (key === "ArrowLeft" ? -1 : 1)];
	}

	function go(g) {
		g.focus();
		details.textContent = g.words;
	}

	function pressed(e) {
		var at = frames.indexOf(document.activeElement) >= 0
			? document.activeElement : null, to;

		if (e.key === "Escape") {
			box.value = "";
			search("");
			zoom(frames[0]);
			go(frames[0]);
		} else if (e.target === box) {
			return;
		} else if (e.key === "/" || (e.key === "f" && e.ctrlKey)) {
			box.focus();
		} else if ((e.key === "Enter" || e.key === " ") && at) {
			zoom(at);
		} else if (/^Arrow/.test(e.key)) {
			to = at ? next(at, e.key) : zoomed;
			if (to)
				go(to);
		} else {
			return;
		}
		e.preventDefault();
	}

	/* ---- begin ---- */

	function tell(e) {
		var g = e.target.closest ? e.target.closest("g.f") : null;

		details.textContent = g ? g.words : " ";
	}

	document.getElementById("frames").addEventListener("click", function (e) {
		var g = e.target.closest("g.f");

		if (g)
			zoom(g);
	});
	document.addEventListener("mouseover", tell);
	document.addEventListener("focusin", tell);
	document.addEventListener("keydown", pressed);
	box.addEventListener("input", function () { search(box.value); });
	reset.addEventListener("click", function () { zoom(frames[0]); });
	document.getElementById("tools").removeAttribute("display");
	zoom(frames[0]);
}());
