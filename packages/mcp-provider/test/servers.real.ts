/**
 * Calls of remote tools at other people's servers: the official ones for everything and for files, and the same small
 * server with FastMCP and with the official SDKs for Python, Go and TypeScript. Requests go through svc's own outbound
 * client.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { runAction, type RunEnd } from "@svc/provider-kit/testing";
import {
  everything,
  fastmcpCounter,
  filesystem,
  pythonCounter,
  typescriptCounter,
} from "../../../judges/mcp/programs.ts";
import { fastmcpFolder, goServer } from "../../../tools/needs/mcp.ts";
import { openChannel } from "../../server/test/simulated-provider.ts";
import { checkReview, mcpProvider, reviewFrom, type ServerFacts } from "../src/index.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";
import { factsOf, startBridged, startForeign, type ForeignProgram, type ForeignServer } from "./foreign-servers.ts";

/** A server whose tools are all reviewed as they claim to be. */
type Reviewed = { facts: ServerFacts; call: (tool: string, input: unknown) => Promise<RunEnd>; close(): Promise<void> };

async function reviewed(server: ForeignServer): Promise<Reviewed> {
  const facts = await factsOf(server);
  const review = structuredClone(reviewFrom("judged", facts));
  for (const tool of review.tools) tool.reviewed = true;
  const checked = checkReview(review);
  assert.deepEqual(checked.ok ? [] : checked.faults, []);
  const provider = mcpProvider(review);
  const channel = openChannel(provider, new URL(server.url).origin, {});
  return {
    facts,
    async call(tool, input) {
      const id = review.tools.find(({ name }) => name === tool)?.id;
      const action = provider.actions.find((one) => one.id === id);
      assert.ok(action !== undefined, `${tool} is no action`);
      return (await runAction(provider, action, input, channel)).end;
    },
    async close() {
      await channel.close();
      await server.close();
    },
  };
}

const python = (script: string): ForeignProgram => ({
  name: script,
  command: "python3",
  args: (port) => [script, port],
  env: () => ({ PYTHONPATH: fastmcpFolder, PYTHONDONTWRITEBYTECODE: "1" }),
});

const counters: readonly (readonly [name: string, protocol: string, program: ForeignProgram])[] = [
  ["FastMCP", "2026-07-28", python(fastmcpCounter)],
  ["the official SDK for Python", "2026-07-28", python(pythonCounter)],
  ["the official SDK for Go", "2025-11-25", { name: "Go", command: goServer, args: (port) => [port] }],
  [
    "the official SDK for TypeScript",
    "2026-07-28",
    { name: "TypeScript", command: process.execPath, args: (port) => [typescriptCounter, port] },
  ],
];

for (const [name, protocol, program] of counters) {
  test(`${name}: reads, writes once, and reports a failure without its words`, async () => {
    const { facts, call, close } = await reviewed(await startForeign(program));
    try {
      assert.equal(facts.protocol, protocol);
      assert.deepEqual(await call("add", { text: "a" }), { kind: "output", output: { count: 1, last: "a" } });
      assert.deepEqual(await call("add", { text: "b", note: "n" }), {
        kind: "output",
        output: { count: 2, last: "b (n)" },
      });
      assert.deepEqual(await call("count", {}), { kind: "output", output: { count: 2, last: "b (n)" } });
      const failed = await call("fail", { text: "canary" });
      assert.equal(failed.kind === "failed" && failed.refusal.code, "PROVIDER_REJECTED");
      assert.doesNotMatch(JSON.stringify(failed), /canary/);
    } finally {
      await close();
    }
  });
}

describe("the official server for everything", () => {
  test("returns text and structured content, and refuses images and resources", async () => {
    const args = () => [everything, "streamableHttp"];
    const env = (PORT: string) => ({ PORT });
    const server = await startForeign({ name: "everything", command: process.execPath, args, env });
    const { call, close } = await reviewed(server);
    try {
      assert.deepEqual(await call("echo", { message: "hello" }), {
        kind: "output",
        output: { text: "Echo: hello", omitted: 0 },
      });
      assert.match(JSON.stringify(await call("get-sum", { a: 2, b: 3 })), /is 5/);
      const structured = await call("get-structured-content", { location: "New York" });
      assert.equal(structured.kind, "output", JSON.stringify(structured));
      const image = await call("get-tiny-image", {});
      assert.match(image.kind === "failed" ? (image.refusal.detail ?? "") : "", /an image, a sound or a resource/);
      const long = await call("trigger-long-running-operation", { duration: 1, steps: 4 });
      assert.match(JSON.stringify(long), /completed/);
    } finally {
      await close();
    }
  });
});

test("the official server for everything continues a call's stream that broke off", async () => {
  const args = () => [everything, "streamableHttp"];
  const env = (PORT: string) => ({ PORT });
  const server = await startForeign({ name: "everything", command: process.execPath, args, env });
  const proxy = await startCuttingProxy(server.url);
  const { call, close } = await reviewed({ ...server, url: proxy.url });
  try {
    const { kind } = await call("trigger-long-running-operation", { duration: 1, steps: 2 });
    assert.deepEqual([kind, proxy.seen.cuts], ["output", 1]);
    // The server keeps the stream for one reader, and a busy one still has the broken stream when the first comes back.
    assert.ok(proxy.seen.continuations >= 1);
  } finally {
    await close();
    proxy.close();
  }
});

describe("the official server for files, behind a bridge to HTTP", () => {
  test("writes and reads a file, and refuses one outside of its folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-files-"));
    const { call, close } = await reviewed(await startBridged("filesystem", [filesystem, folder]));
    try {
      const path = join(folder, "note.txt");
      const written = await call("write_file", { path, content: "text" });
      assert.equal(written.kind, "output", JSON.stringify(written));
      assert.equal(await readFile(path, "utf8"), "text");
      assert.deepEqual(await call("read_text_file", { path }), { kind: "output", output: { content: "text" } });
      const outside = await call("read_text_file", { path: "/etc/hostname" });
      assert.equal(outside.kind === "failed" && outside.refusal.code, "PROVIDER_REJECTED");
    } finally {
      await close();
      await rm(folder, { recursive: true });
    }
  });
});
