/** Streams through every proxy at the same time: open for two minutes, silent but for svc's comments, then with news. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { tokens } from "@svc/provider-stripe/simulator";
import { connect } from "../harness/index.ts";
import { startBehind, type Setting } from "./behind.ts";
import { askHttp1, type Ask } from "./client.ts";
import { proxyNames, startProxy } from "./programs.ts";

const openForMs = 120_000;
const newsWithinMs = 20_000;
const news = "notifications/tools/list_changed";

let setting: Setting;
before(async () => {
  setting = await startBehind();
});
after(() => setting.close());

/** The stream of earlier protocol revisions, and the subscription of the current one. */
function streamsOf({ tenantId, client }: Setting): Readonly<Record<string, Ask>> {
  const path = `/v1/tenants/${tenantId}/mcp`;
  const authorization = `Bearer ${client.key}`;
  const revision = "2026-07-28";
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const method = "subscriptions/listen";
  const params = { notifications: { toolsListChanged: true }, _meta: envelope };
  return {
    GET: { path, headers: { authorization, accept: "text/event-stream", "mcp-protocol-version": "2025-06-18" } },
    POST: {
      method: "POST",
      path,
      headers: {
        authorization,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": revision,
        "mcp-method": method,
      },
      body: [JSON.stringify({ jsonrpc: "2.0", id: "listen:1", method, params })],
    },
  };
}

/** Listens until the news. @returns what was heard, and after how long the stream ended. */
async function listen(port: number, ask: Ask): Promise<{ status: number; text: string; ms: number }> {
  const startedMs = performance.now();
  let text = "";
  const { status } = await askHttp1(port, { ...ask, onData: (part) => !(text += part).includes(news) });
  return { status, text, ms: performance.now() - startedMs };
}

test("a stream stays open for two minutes and then delivers", { timeout: 240_000 }, async () => {
  const proxies = await Promise.all(proxyNames.map((name) => startProxy(name, setting.behind)));
  try {
    const heard = proxyNames.flatMap((name, index) =>
      Object.entries(streamsOf(setting)).map(async ([method, ask]) => {
        const port = proxies[index]?.port ?? assert.fail(name);
        return { what: `${method} through ${name}`, ...(await listen(port, ask)) };
      }),
    );
    const all = Promise.all(heard);
    const ended = Promise.race(heard.map(async (one) => ({ ended: await one })));
    const early = await Promise.race([ended, delay(openForMs, null, { ref: false })]);
    assert.equal(early, null, JSON.stringify(early));
    // Secrets are no tools, so it is another provider's connection that changes what an agent can do.
    const fields = { provider: "stripe", requestedActions: ["balance.get"] };
    await connect(setting.client.caller, setting.tenantId, tokens.everything, fields);
    const late = await Promise.race([all, delay(newsWithinMs, [], { ref: false })]);
    assert.equal(late.length, heard.length, "some streams were silent about a new connection");
    for (const { what, status, text, ms } of late) {
      assert.equal(status, 200, what);
      assert.match(text, new RegExp(news), what);
      assert.ok(ms >= openForMs, `${what} ended after ${ms} ms`);
    }
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  }
});
