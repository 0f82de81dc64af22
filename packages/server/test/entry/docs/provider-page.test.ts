/** The page of a provider says what it is connected with, and links only to what exists. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpProvider, reviewFrom } from "@svc/mcp-provider";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import { providerPage } from "../../../src/entry/docs/provider-page.ts";

const at = { docs: "", facts: [] };

test("a server that asks for no credential has no section about one, and no link to documentation", () => {
  const url = "https://notes.example.com/mcp";
  const server = { name: "notes", title: "Notes", version: "1.0.0" };
  const facts = { url, protocol: "2025-06-18", server, authorization: null, tools: [] };
  const page = providerPage(mcpProvider(reviewFrom("notes", facts)), at);
  assert.match(page, /^- Connected with: no credential$/m);
  assert.doesNotMatch(page, /## The credential|own API documentation/);
});

test("a provider with a token has its fields, and a link to its documentation", () => {
  const page = providerPage(doppler, at);
  assert.match(page, /^- Connected with: token$/m);
  assert.match(page, /^## The credential$/m);
  assert.match(page, /^- \[Doppler's own API documentation\]\(https:/m);
});

test("a provider whose events svc takes lists them with their fields", () => {
  const page = providerPage(github, { docs: "../../", facts: [] });
  const [, section = ""] = /^## Events\n([^]*?)^## /m.exec(page) ?? [];
  assert.match(section, /\[events\]\(\.\.\/\.\.\/events-in\.md\), as in `--event issues`/);
  const named = [...section.matchAll(/^### Event (.*)$/gm)].map(([, name]) => name);
  assert.deepEqual(named, ["issues", "issue_comment", "pull_request", "push"]);
  assert.match(section, /^\| `ref` \| string \| yes \|/m);
  assert.match(section, /Scopes: `repo`\.$/m);
  assert.doesNotMatch(providerPage(doppler, at), /## Events/);
});
