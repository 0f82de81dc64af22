/** A provider for the stand-in of a remote MCP server, as a folder that a server loads with `SVC_PROVIDERS=./notes`. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../../conformance/harness/index.ts";
import { notesFacts, notesReview } from "../../packages/mcp-provider/test/connected.ts";

const manifest = {
  name: "@acme/svc-provider-notes",
  version: "1.0.0",
  type: "module",
  exports: { ".": "./index.js" },
  peerDependencies: { "@svc/provider-kit": "^0.1.0" },
};

const main = `
import { readFileSync } from "node:fs";
import { mcpProvider } from "@svc/mcp-provider";

export const provider = mcpProvider(JSON.parse(readFileSync(new URL("review.json", import.meta.url), "utf8")));
`;

/** Writes it into a server's folder. @param url the stand-in's address. */
export function writeNotes(folder: string, url: string): void {
  const at = join(folder, "notes");
  const installed = join(at, "node_modules/@svc");
  mkdirSync(installed, { recursive: true });
  symlinkSync(join(projectFolder, "node_modules/@svc/mcp-provider"), join(installed, "mcp-provider"));
  writeFileSync(join(at, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(at, "index.js"), main);
  writeFileSync(join(at, "review.json"), JSON.stringify(notesReview(notesFacts(url), { refusedIfAbsent: true })));
}
