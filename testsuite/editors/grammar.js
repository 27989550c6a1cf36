// SPDX-License-Identifier: LGPL-2.1-or-later
// grammar.js MODULES GRAMMAR SCRIPT: each token of the script with its innermost
// scope, one a line, as Visual Studio Code would colour it.
"use strict";

const fs = require("fs");
const path = require("path");
const [modules, grammar, script] = process.argv.slice(2);
const textmate = require(path.join(modules, "vscode-textmate"));
const oniguruma = require(path.join(modules, "vscode-oniguruma"));

const wasm = fs.readFileSync(
	path.join(modules, "vscode-oniguruma/release/onig.wasm"));
const onigLib = oniguruma.loadWASM(wasm).then(() => ({
	createOnigScanner: (p) => new oniguruma.OnigScanner(p),
	createOnigString: (s) => new oniguruma.OnigString(s),
}));
const registry = new textmate.Registry({
	onigLib,
	loadGrammar: async (name) => name === "source.systemtap"
		? textmate.parseRawGrammar(fs.readFileSync(grammar, "utf8"), grammar)
		: null,
});

registry.loadGrammar("source.systemtap").then((g) => {
	let stack = textmate.INITIAL;

	fs.readFileSync(script, "utf8").split("\n").forEach((line, n) => {
		const r = g.tokenizeLine(line, stack);

		for (const t of r.tokens)
			console.log(`${n + 1}\t${line.slice(t.startIndex, t.endIndex)}\t` +
				t.scopes[t.scopes.length - 1]);
		stack = r.ruleStack;
	});
});
