/** An assistant's client uses the public servers of five vendors through svc: the packages themselves, behind a bridge. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Execution } from "@svc/contract";
import { bridge, vendorServers } from "../../judges/mcp/programs.ts";
import { freePort } from "../../tools/free-port.ts";
import { chromiumArguments } from "../../tools/browser/launch.ts";
import { wholeChromiumPath } from "../../tools/needs/programs.ts";
import { startProgram } from "../../tools/real-servers/started.ts";
import { projectFolder } from "../harness/index.ts";
import { openClient } from "./mcp-client.ts";
import { startStrangersWorld, type StrangersWorld } from "./mcp-strangers-fixture.ts";
import type { ReviewFile } from "./mcp-provider-fixture.ts";

/** What svc made of their tools when they were recorded. */
const record = JSON.parse(readFileSync(join(projectFolder, "packages/mcp-provider/vendors/tools.json"), "utf8")) as {
  recordedOn: string;
  servers: { tools: { effect: string; refused: string | null }[] }[];
};

/** Chromium for the server that drives it. */
const browser = ["--isolated", `--executablePath=${wholeChromiumPath}`];
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  "chrome-devtools-mcp": [...browser, "--headless", ...chromiumArguments.slice(1).map((one) => `--chromeArg=${one}`)],
};

describe("five vendors' servers through svc", { concurrency: false }, () => {
  const slugs = ["notion-mcp", "hubspot-mcp", "mongodb", "playwright", "chrome"];
  let world: StrangersWorld;
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    world = await startStrangersWorld("sqlite", slugs, {});
  });
  after(async () => {
    await world.close();
    for (const close of closing) await close();
  });

  /** Adds a server with every tool that says that it reads, and that svc can offer. */
  const add = async (at: number): Promise<readonly string[]> => {
    const vendor = vendorServers[at];
    const slug = slugs[at] ?? "";
    assert.ok(vendor !== undefined);
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}/mcp`;
    const args = [bridge, port, process.execPath, vendor.program, ...(argumentsOf[vendor.package] ?? [])];
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...vendor.env };
    closing.push(
      await startProgram({ name: slug, command: process.execPath, args, env, readyUrl: url, isReadyAnyhow: true }),
    );
    const file = `${world.home.folder}/${slug}-first.json`;
    const inspect = ["providers", "add-mcp", slug, url, "--to", file, "--format", "json"];
    const { stdout, stderr, exitCode } = await world.server.operate(inspect);
    assert.equal(exitCode, 0, stderr);
    const { tools } = JSON.parse(stdout) as { tools: { name: string; id: string; effect: string; state: string }[] };
    const reads = tools.filter(({ effect, state }) => effect === "read" && state === "not_reviewed");
    const open = (review: ReviewFile): ReviewFile => ({ ...review, auth: { kind: "none" } });
    await world.add({
      slug,
      url,
      enabled: reads.map(({ name }) => name),
      actions: reads.map(({ id }) => id),
      edit: open,
    });
    return reads.map(({ id }) => id);
  };

  test("lists each vendor's reading tools to the official client, and calls one", async () => {
    const offered = new Map<string, readonly string[]>();
    for (const [at, slug] of slugs.entries()) offered.set(slug, await add(at));
    const client = await openClient({ url: world.server.url, tenantId: world.tenantId, key: world.caller.key });
    const { tools } = await client.listTools();
    for (const [slug, ids] of offered) {
      const names = tools.map(({ name }) => name).filter((name) => name.startsWith(`${slug}_`));
      assert.equal(names.length, ids.length, slug);
      const recorded = record.servers[slugs.indexOf(slug)]?.tools ?? [];
      const reads = recorded.filter(({ effect, refused }) => effect === "read" && refused === null);
      assert.equal(ids.length, reads.length, `${slug}, as recorded on ${record.recordedOn}`);
    }
    const called = await client.callTool({ name: "chrome_tools_listPages", arguments: {} });
    await client.close();
    assert.match(JSON.stringify(called), /about:blank/);
    const path = `/v1/tenants/${world.tenantId}/action-executions`;
    const { executions } = (await world.caller.get(path)).json as { executions: Execution[] };
    assert.deepEqual(
      executions.map(({ provider, action_id: id, status }) => [provider, id, status]),
      [["chrome", "tools.listPages", "succeeded"]],
    );
  });
});
