// SPDX-License-Identifier: LGPL-2.1-or-later
// Starts `tapster --language-server` for the scripts that are open.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
	const settings = vscode.workspace.getConfiguration("tapster");
	const release = settings.get("release");

	client = new LanguageClient("tapster", "tapster", {
		command: settings.get("command"),
		args: ["--language-server"],
	}, {
		documentSelector: [{ language: "systemtap" }],
		initializationOptions: release ? { release } : {},
	});
	return client.start();
}

exports.activate = start;
exports.deactivate = () => client && client.stop();
