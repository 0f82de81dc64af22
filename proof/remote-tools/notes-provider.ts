/** A provider for the stand-in of a remote MCP server, as a folder that a server loads with `SVC_PROVIDERS=./notes`. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notesTools } from "@svc/mcp-provider/simulator";
import { projectFolder } from "../../conformance/harness/index.ts";

const manifest = {
  name: "@acme/svc-provider-notes",
  version: "1.0.0",
  type: "module",
  exports: { ".": "./index.js" },
  peerDependencies: { "@svc/provider-kit": "^0.1.0" },
};

/** Accepts every tool as it claims to be. A lost `set_note` is found with `get_note`. */
const main = `
import { readFileSync } from "node:fs";
import { mcpProvider, reviewFrom } from "@svc/mcp-provider";

const facts = JSON.parse(readFileSync(new URL("facts.json", import.meta.url), "utf8"));
const review = reviewFrom("notes", facts);
const evidence = {
  tool: "get_note", arguments: { id: { from: "/id" } }, at: "/text", equals: { from: "/text" }, refusedIfAbsent: true,
};
const tools = review.tools.map((tool) => ({ ...tool, reviewed: true, evidence: tool.name === "set_note" ? evidence : null }));

export const provider = mcpProvider({ ...review, tools });
`;

/** Writes it into a server's folder. @param url the stand-in's address. */
export function writeNotes(folder: string, url: string): void {
  const at = join(folder, "notes");
  const installed = join(at, "node_modules/@svc");
  mkdirSync(installed, { recursive: true });
  symlinkSync(join(projectFolder, "node_modules/@svc/mcp-provider"), join(installed, "mcp-provider"));
  const tools = notesTools.map((tool) => ({ title: null, outputSchema: null, annotations: null, ...tool }));
  const server = { name: "notes", title: "Notes", version: "1.0.0" };
  writeFileSync(join(at, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(at, "index.js"), main);
  writeFileSync(
    join(at, "facts.json"),
    JSON.stringify({ url, protocol: "2025-11-25", server, authorization: "bearer", tools }),
  );
}
