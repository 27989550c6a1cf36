// SPDX-License-Identifier: LGPL-2.1-or-later
// client.js MODULES COMMAND...: asks a language server for each feature, with the
// types and the transport that Visual Studio Code has.  Prints "ok NAME" and "not
// ok NAME".
"use strict";

const child = require("child_process");
const path = require("path");
const [modules, ...command] = process.argv.slice(2);
const p = require(path.join(modules, "vscode-languageserver-protocol/node"));

const uri = "file:///tmp/client.stp";
const lines = [
	"global reads",
	"function twice:long (n:long) { return 2 * n }",
	"probe kernel.function(\"vfs_read\")",
	"{",
	"\treads[execname()] = twice($count)",
	"\tprintf(\"é𝄞 %d\\n\", $file->f_flags)",
	"}",
	"probe end   { prntln(reads[\"x\"]) }",
	"",
];
const server = child.spawn(command[0], command.slice(1),
	{ stdio: ["pipe", "pipe", "inherit"] });
const c = p.createProtocolConnection(
	new p.StreamMessageReader(server.stdout),
	new p.StreamMessageWriter(server.stdin));
const document = { uri };
const at = (line, word, more = 0) => ({
	textDocument: document,
	position: { line, character: lines[line].indexOf(word) + more },
});
const whole = { start: { line: 0, character: 0 },
	end: { line: lines.length - 1, character: 0 } };

function check(name, good, what)
{
	console.log(`${good ? "ok" : "not ok"} ${name}`);
	if (!good)
		console.log("# " + JSON.stringify(what));
}

function diagnostics()
{
	return new Promise((resolve) => {
		const d = c.onNotification(
			p.PublishDiagnosticsNotification.type, (params) => {
				d.dispose();
				resolve(params.diagnostics);
			});
	});
}

async function begin()
{
	const r = await c.sendRequest(p.InitializeRequest.type, {
		processId: process.pid, rootUri: null, capabilities: {} });

	check("initialize", r.capabilities.completionProvider, r);
	c.sendNotification(p.InitializedNotification.type, {});
	const next = diagnostics();

	c.sendNotification(p.DidOpenTextDocumentNotification.type, {
		textDocument: { uri, languageId: "systemtap", version: 1,
			text: lines.join("\n") } });
	const d = await next;
	const e = d.find((x) => x.severity === p.DiagnosticSeverity.Error);

	check("diagnostics", e && e.code === "unknown-function" &&
		e.range.start.line === 7, d);
}

async function reading()
{
	let r = await c.sendRequest(p.HoverRequest.type, at(2, "function"));

	check("hover", r.contents.value.includes("ssize_t vfs_read("), r);
	r = await c.sendRequest(p.SignatureHelpRequest.type, at(5, "$file"));
	check("signature", r.signatures[0].parameters.length === 2 &&
		r.activeParameter === 1, r);
	r = await c.sendRequest(p.DefinitionRequest.type, at(4, "twice"));
	check("definition", r.range.start.line === 1, r);
	r = await c.sendRequest(p.ReferencesRequest.type,
		{ ...at(0, "reads"), context: { includeDeclaration: true } });
	check("references", r.length === 3, r);
	r = await c.sendRequest(p.DocumentHighlightRequest.type,
		at(0, "reads"));
	check("highlight", r.length === 3, r);
	r = await c.sendRequest(p.DocumentSymbolRequest.type,
		{ textDocument: document });
	check("outline", r.length === 4 && r[1].name === "twice", r);
	r = await c.sendRequest(p.WorkspaceSymbolRequest.type,
		{ query: "execname" });
	check("workspace symbols", r.some((x) => x.name === "execname"), r);
}

async function showing()
{
	let r = await c.sendRequest(p.FoldingRangeRequest.type,
		{ textDocument: document });

	check("folding", r.some((x) => x.startLine === 2 && x.endLine === 6),
		r);
	r = await c.sendRequest(p.SemanticTokensRequest.type,
		{ textDocument: document });
	check("semantic tokens", r.data.length > 100 && r.data.length % 5 === 0,
		r);
	r = await c.sendRequest(p.InlayHintRequest.type,
		{ textDocument: document, range: whole });
	check("inlay hints", Array.isArray(r), r);
}

async function writing()
{
	let r = await c.sendRequest(p.CompletionRequest.type,
		at(5, "f_flags", 3));

	check("completion", r.items.some((x) => x.label === "f_flags" &&
		x.detail === "unsigned int"), r);
	r = await c.sendRequest(p.CodeActionRequest.type, {
		textDocument: document, range: whole,
		context: { diagnostics: [] } });
	check("code action", r[0].edit.changes[uri][0].newText === "println", r);
	r = await c.sendRequest(p.PrepareRenameRequest.type, at(1, "twice"));
	check("prepare rename", r.start.character === 9, r);
	r = await c.sendRequest(p.RenameRequest.type,
		{ ...at(1, "twice"), newName: "double_of" });
	check("rename", r.changes[uri].length === 2, r);
	r = await c.sendRequest(p.RenameRequest.type,
		{ ...at(1, "twice"), newName: "if" }).catch((e) => e);
	check("a rename that is refused", r.code === -32803, r);
	r = await c.sendRequest(p.DocumentFormattingRequest.type, {
		textDocument: document,
		options: { tabSize: 8, insertSpaces: false } });
	check("formatting", r.length === 1 && r[0].newText.includes("twice"), r);
}

async function changing()
{
	const next = diagnostics();

	c.sendNotification(p.DidChangeTextDocumentNotification.type, {
		textDocument: { uri, version: 2 },
		contentChanges: [{
			range: { start: { line: 7, character: 14 },
				end: { line: 7, character: 20 } },
			text: "println" }] });
	const d = await next;

	check("mended", !d.some((x) => x.severity === 1), d);
	const source = new p.CancellationTokenSource();
	const answer = c.sendRequest(p.HoverRequest.type, at(2, "function"),
		source.token).catch((e) => e);

	source.cancel();
	const r = await answer;

	check("cancelled", r.code === -32800 || r.contents, r);
	await c.sendRequest(p.ShutdownRequest.type);
	c.sendNotification(p.ExitNotification.type);
	server.on("exit", (status) => check("exit", status === 0, status));
}

c.listen();
begin().then(reading).then(showing).then(writing).then(changing)
	.catch((e) => { check("no error", false, String(e.stack)); server.kill(); });
