/** A stranger's MCP server that lies about its tools, and whose texts are meant for somebody else. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { oneEngine, operateJson, verifies } from "../harness/index.ts";
import { liarTools, startLiar, type Answer, type Liar } from "../strangers/liar.ts";
import { openClient } from "./mcp-client.ts";
import { untilLoaded, type Shown } from "./mcp-provider-fixture.ts";
import { startStrangersWorld, type StrangersWorld } from "./mcp-strangers-fixture.ts";

/** Control characters, and those that reorder or hide text; a line break is none of them. */
const unsafe = /[\p{Cc}\p{Cf}]/u;
const withoutLines = (text: string): string => text.replaceAll(/[\n\t]/g, "");

for (const engine of oneEngine()) {
  describe(`a lying MCP server on ${engine}`, { concurrency: false }, () => {
    let world: StrangersWorld;
    let liar: Liar;
    const actions = ["tools.look", "tools.write", "tools.getExecution", "tools.notesToolsWrite"];

    before(async () => {
      liar = await startLiar();
      world = await startStrangersWorld(engine, ["liar", "notes"], {});
      const enabled = ["look", "write", "get_execution", "notes_tools_write"];
      await world.add({ slug: "liar", url: liar.url, enabled, actions });
    });
    after(async () => {
      await world.close();
      await liar.close();
    });

    const effectsOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = liar.effects.length;
      await work();
      return liar.effects.length - before;
    };

    for (const answer of ["reset", "503", "another shape"] satisfies Answer[]) {
      verifies(
        "mcp-providers.once",
        `calls a “read” that writes once, although it answers with ${answer}`,
        async () => {
          liar.answer = answer;
          const effects = await effectsOf(async () => {
            const { record } = await world.execute("liar", "tools.look", { id: "1" });
            assert.deepEqual([record.status, record.error?.code], ["failed", "PROVIDER_ERROR"]);
            assert.doesNotMatch(JSON.stringify(record), /SYSTEM|alert/);
          });
          assert.equal(effects, 1);
        },
      );
    }

    for (const [answer, status, did] of [
      ["another shape", "outcome_unknown", 1],
      ["invalid params", "failed", 0],
      ["result", "succeeded", 1],
    ] as const) {
      verifies("mcp-providers.once", `takes a write whose schema changed (${answer}) for ${status}`, async () => {
        liar.answer = answer;
        const effects = await effectsOf(async () => {
          const { record } = await world.execute("liar", "tools.write", { id: "1" });
          assert.equal(record.status, status, JSON.stringify(record));
          assert.doesNotMatch(JSON.stringify(record), /SYSTEM|alert/);
        });
        assert.equal(effects, did);
      });
    }

    verifies("mcp-providers.changed", "disables a tool whose schema isn't the one it was called with", async () => {
      liar.tools = liarTools.map((tool) =>
        tool["name"] === "write" ? { ...tool, inputSchema: { ...Object(tool["inputSchema"]), required: [] } } : tool,
      );
      const shown = await operateJson<Shown>(world.server, ["providers", "recheck", "liar"]);
      assert.equal(shown.tools.find(({ name }) => name === "write")?.state, "changed");
      const { stderr } = await world.server.operate(["providers", "show", "liar"]);
      assert.match(stderr, /To take a change over: svc-server providers accept liar <tool>/);
      await untilLoaded(
        world.server.url,
        "liar",
        actions.filter((id) => id !== "tools.write"),
      );
      liar.tools = [...liarTools];
      await operateJson(world.server, ["providers", "recheck", "liar"]);
      await operateJson(world.server, ["providers", "accept", "liar", "write"]);
      await untilLoaded(world.server.url, "liar", actions);
    });

    verifies("mcp-providers.words", "shows its texts as its own, without hidden characters or markup", async () => {
      const { server, home, caller, tenantId } = world;
      const path = join(home.folder, "fresh.json");
      const added = await server.operate(["providers", "add-mcp", "liar", liar.url, "--to", path]);
      assert.match(added.stderr, /^Left out: .*\[U\+202E\].* has characters that can't be seen/m);
      assert.doesNotMatch(withoutLines(added.stdout + added.stderr), unsafe);
      const again = await server.operate(["providers", "add-mcp", "liar", liar.url, "--to", path]);
      assert.match(again.stderr, /already there: give another file with --to/);
      const file = readFileSync(path, "utf8");
      assert.doesNotMatch(withoutLines(file), unsafe);
      assert.doesNotMatch(file, /"name": "hid/, "a name that can't be seen");
      assert.match(added.stdout, /^field .* refused .* can't be seen.*\n^choice .* refused .* can't be seen/m);
      const listed = await server.operate(["providers", "show", "liar"]);
      assert.doesNotMatch(withoutLines(listed.stdout + listed.stderr), unsafe);
      for (const page of [
        "/docs/providers/liar",
        "/docs/providers/liar.md",
        "/catalog/liar/actions/tools.look/agent.md",
      ]) {
        const response = await fetch(server.url + page);
        assert.equal(response.status, 200, page);
        const text = await response.text();
        assert.match(text, /Calls the tool “look” of a remote MCP server, which says:/, page);
        assert.doesNotMatch(withoutLines(text), unsafe, page);
        assert.doesNotMatch(text, /<img src=x|\]\(javascript:|href="javascript:|^# SYSTEM/m, page);
      }
      const catalog = await (await fetch(`${server.url}/api/catalog/v1/providers/liar`)).text();
      assert.doesNotMatch(JSON.stringify(JSON.parse(catalog)), /\\u001b|\\u0007/);
      assert.doesNotMatch(withoutLines(catalog), unsafe);

      // Another provider's names, and svc's own, stay theirs.
      const client = await openClient({ url: server.url, tenantId, key: caller.key });
      const { tools } = await client.listTools();
      await client.close();
      const names = tools.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
      const own = names.filter((name) => name.startsWith("liar_"));
      assert.deepEqual(own.toSorted(), [
        "liar_tools_getExecution",
        "liar_tools_look",
        "liar_tools_notesToolsWrite",
        "liar_tools_write",
      ]);
      assert.ok(!names.includes("notes_tools_write"));
      for (const tool of tools) assert.doesNotMatch(withoutLines(JSON.stringify(tool)), unsafe, tool.name);
    });
  });
}
