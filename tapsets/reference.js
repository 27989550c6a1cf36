/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Search in the tapset reference.  Without this script the page is complete;
 * only the search box is missing.
 */
(function () {
	"use strict";

	var MOST = 40;		/* results that are shown */
	var entries = [].map.call(document.querySelectorAll("h3[id]"),
		function (h) {
			return { id: h.id, name: h.id.replace(/^[a-z]+-/, ""),
				declared: h.textContent,
				title: h.nextElementSibling.textContent };
		});
	var box = document.createElement("input");
	var status = document.createElement("p");
	var found = document.createElement("ol");

	/* 0: the name itself; higher: worse; -1: no match. */
	function rank(entry, words) {
		var name = entry.name.toLowerCase();
		var text = (entry.declared + " " + entry.title).toLowerCase();
		var whole = text.split(/\W+/);

		if (!words.every(function (w) { return text.indexOf(w) >= 0; }))
			return -1;
		if (name === words[0])
			return 0;
		if (name.indexOf(words[0]) === 0)
			return 1;
		if (name.indexOf(words[0]) > 0)
			return 2;
		return words.every(function (w) {
			return whole.indexOf(w) >= 0;
		}) ? 3 : 4;
	}

	function matches(words) {
		return entries.map(function (e) {
			return { entry: e, rank: rank(e, words) };
		}).filter(function (m) {
			return m.rank >= 0;
		}).sort(function (a, b) {
			return a.rank - b.rank ||
				(a.entry.name < b.entry.name ? -1 : 1);
		});
	}

	function line_of(entry) {
		var li = document.createElement("li");
		var a = document.createElement("a");
		var code = document.createElement("code");

		a.href = "#" + entry.id;
		code.textContent = entry.declared;
		a.appendChild(code);
		li.appendChild(a);
		li.appendChild(document.createTextNode(entry.title));
		return li;
	}

	function show() {
		var words = box.value.toLowerCase().split(/\s+/)
			.filter(function (w) { return w; });
		var all = words.length ? matches(words) : [];

		found.textContent = "";
		all.slice(0, MOST).forEach(function (m) {
			found.appendChild(line_of(m.entry));
		});
		status.textContent = !words.length ? "" :
			!all.length ? "No entry has all of these words." :
			all.length > MOST ? "The first " + MOST + " of " +
				all.length + " entries:" :
			all.length === 1 ? "1 entry:" : all.length + " entries:";
	}

	function on_key(e) {
		if (e.key === "/" && document.activeElement !== box) {
			box.focus();
			e.preventDefault();
		} else if (e.key === "Escape") {
			box.value = "";
			box.blur();
			show();
		} else if (e.key === "Enter" && document.activeElement === box &&
			   found.firstChild) {
			found.firstChild.firstChild.click();
		}
	}

	box.type = "search";
	box.placeholder = "Search ( / )";
	box.setAttribute("aria-label", "Search functions, probe points, macros");
	status.setAttribute("role", "status");
	found.id = "found";
	document.querySelector(".search").append(box, status, found);
	box.addEventListener("input", show);
	document.addEventListener("keydown", on_key);
}());
