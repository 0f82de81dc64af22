/** Adds MCP servers as providers, as an operator would. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { operateJson, until, type RunningServer, type ServerHome } from "../harness/index.ts";

/** What commands print about a provider. */
export type Shown = {
  tools: { name: string; state: string; digest: string }[];
  changes: { tool: string; part: string; after: string }[];
};

/** A review file, as far as tests read or change it. */
export type ReviewFile = {
  auth: { kind: string; app?: string };
  tools: { name: string; reviewed: boolean; mcp: boolean; [field: string]: unknown }[];
  [field: string]: unknown;
};

type Place = { server: RunningServer; home: ServerHome };
type Added = {
  slug: string;
  url: string;
  /** Inspects the server with this token. */
  token?: string;
  /** The tools that are reviewed. */
  enabled: readonly string[];
  /** Changes the rest of the review. */
  edit?: (review: ReviewFile) => ReviewFile;
};

/** Adds a server, reviews these tools, and applies the review. */
export async function addServer({ server, home }: Place, added: Added): Promise<void> {
  const { slug, url, token, enabled, edit = (review) => review } = added;
  const file = join(home.folder, `${slug}.json`);
  const args = ["providers", "add-mcp", slug, url, ...(token === undefined ? [] : ["--with-token"]), "--to", file];
  const { tools } = await operateJson<Shown>(server, args, token);
  assert.ok(tools.length > 0 && tools.every(({ state }) => state === "not_reviewed" || state === "refused"));
  const review = edit(JSON.parse(readFileSync(file, "utf8")) as ReviewFile);
  const decided = review.tools.map((tool) => ({ ...tool, reviewed: enabled.includes(tool.name), mcp: true }));
  writeFileSync(file, JSON.stringify({ ...review, tools: decided }));
  await operateJson(server, ["providers", "apply", file]);
}

/** Waits until a process offers exactly these actions. The catalog is public. */
export async function untilLoaded(serverUrl: string, slug: string, ids: readonly string[]): Promise<void> {
  await until(5000, `the actions ${ids.join(", ")} are loaded`, async () => {
    const response = await fetch(`${serverUrl}/api/catalog/v1/providers/${slug}`);
    if (!response.ok) return ids.length === 0 ? true : null;
    const { actions } = (await response.json()) as { actions: { id: string }[] };
    return actions.map(({ id }) => id).join() === ids.join() ? true : null;
  });
}
