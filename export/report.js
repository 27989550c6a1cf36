/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What moves in a report: tables are sorted by a click on a head and searched,
 * light and dark change, keys go from section to section.  report_page.c has
 * written all that is read.
 */
(function () {
	"use strict";

	function all(what, within) {
		return [].slice.call((within || document).querySelectorAll(what));
	}

	function make(name, attributes, text) {
		var e = document.createElement(name);

		Object.keys(attributes).forEach(function (k) {
			e.setAttribute(k, attributes[k]);
		});
		e.textContent = text || "";
		return e;
	}

	/* ---- sorting ---- */

	/* Numbers of 64 bits are more than a number here can hold. */
	function compare(a, b, numbers) {
		if (!numbers)
			return a < b ? -1 : a > b ? 1 : 0;
		a = BigInt(a || "0");
		b = BigInt(b || "0");
		return a < b ? 1 : a > b ? -1 : 0;
	}

	function are_numbers(rows, column) {
		return rows.every(function (row) {
			return /^-?\d*$/.test(row.cells[column].textContent);
		});
	}

	/* Numbers begin with the largest, text with the first letter. */
	function sort(table, column) {
		var body = table.tBodies[0], rows = [].slice.call(body.rows);
		var head = table.tHead.rows[0].cells[column];
		var again = head.getAttribute("aria-sort") === "descending";
		var numbers = are_numbers(rows, column);

		rows.sort(function (x, y) {
			var order = compare(x.cells[column].textContent,
				y.cells[column].textContent, numbers);

			return again ? -order : order;
		});
		rows.forEach(function (row) { body.appendChild(row); });
		all("th", table).forEach(function (th) {
			th.removeAttribute("aria-sort");
		});
		head.setAttribute("aria-sort", again ? "ascending" : "descending");
	}

	function make_sortable(table) {
		all("th", table).forEach(function (th, column) {
			var button;

			if (th.classList.contains("b"))
				return;
			button = make("button", { type: "button" }, th.textContent);
			button.addEventListener("click", function () {
				sort(table, column);
			});
			th.textContent = "";
			th.appendChild(button);
		});
	}

	/* ---- searching ---- */

	function matcher(text) {
		try {
			return new RegExp(text, "i");
		} catch (bad) {
			return new RegExp(text.replace(/[^\w]/g, "\\$&"), "i");
		}
	}

	function search(table, text, found) {
		var wanted = matcher(text), n = 0, rows = all("tbody tr", table);

		rows.forEach(function (row) {
			var hit = wanted.test(row.textContent);

			row.classList.toggle("gone", !hit);
			n += hit;
		});
		found.textContent = text ? n + " of " + rows.length + " rows" : "";
	}

	function make_searchable(table) {
		var tools = make("div", { "class": "tools" });
		var box = make("input", { type: "search", size: "30",
			placeholder: "search, key /", "aria-label": "search" });
		var found = make("span", { role: "status" });

		if (table.tBodies[0].rows.length < 2)
			return;
		box.addEventListener("input", function () {
			search(table, box.value, found);
		});
		tools.appendChild(box);
		tools.appendChild(found);
		table.parentNode.parentNode.insertBefore(tools, table.parentNode);
	}

	/* ---- light and dark ---- */

	function is_dark() {
		var chosen = document.documentElement.getAttribute("data-theme");

		return chosen ? chosen === "dark"
			: matchMedia("(prefers-color-scheme: dark)").matches;
	}

	function change() {
		document.documentElement.setAttribute("data-theme",
			is_dark() ? "light" : "dark");
	}

	/* ---- keys ---- */

	function at_top(section) {
		return section.getBoundingClientRect().top;
	}

	/* The next section below the top of the window, or the last above it. */
	function move(down) {
		var list = all("section"), to = list.filter(function (s) {
			return down ? at_top(s) > 60 : at_top(s) < 20;
		});

		to = down ? to[0] : to[to.length - 1];
		if (to)
			to.scrollIntoView();
	}

	/* The search of the section that is looked at. */
	function go_search() {
		var boxes = all("input[type=search]"), here = boxes.filter(
			function (b) { return at_top(b) > 0; });

		(here[0] || boxes[boxes.length - 1]).focus();
	}

	function pressed(e) {
		var typing = e.target.tagName === "INPUT";

		if (e.ctrlKey || e.altKey || e.metaKey)
			return;
		if (typing && e.key === "Escape") {
			e.target.value = "";
			e.target.dispatchEvent(new Event("input"));
			e.target.blur();
		} else if (typing) {
			return;
		} else if (e.key === "/" && all("input").length) {
			go_search();
		} else if (e.key === "j" || e.key === "k") {
			move(e.key === "j");
		} else if (e.key === "t") {
			change();
		} else {
			return;
		}
		e.preventDefault();
	}

	/* ---- begin ---- */

	var theme = make("button", { type: "button", id: "theme",
		title: "key t; j and k: next and previous section; /: search" },
		"light / dark");

	theme.addEventListener("click", change);
	document.querySelector("header").appendChild(theme);
	all("table.sorts").forEach(function (table) {
		make_searchable(table);
		make_sortable(table);
	});
	document.addEventListener("keydown", pressed);
}());
