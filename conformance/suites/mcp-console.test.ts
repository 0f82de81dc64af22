/** An MCP server added and reviewed in the operator console, as a browser sends its forms, and then called by a tenant. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import type { ExecutedAction, ImportedConnection } from "@svc/contract";
import { startStandIn } from "@svc/mcp-provider/simulator";
import { freePort } from "../../tools/free-port.ts";
import { makeClient, oneEngine, operateJson, startServer, uniqueName, verifies } from "../harness/index.ts";
import { untilLoaded } from "./mcp-provider-fixture.ts";

const token = "token-of-ada";

type Page = { status: number; text: string; location: string | null };

/** Signs in at the console, and sends its forms. */
async function openConsole(origin: string, operatorToken: string) {
  const send = async (path: string, init: RequestInit): Promise<Page & { cookie: string }> => {
    const response = await fetch(origin + path, { redirect: "manual", ...init });
    const { status, headers } = response;
    const cookie = headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    return { status, text: await response.text(), location: headers.get("location"), cookie };
  };
  const body = new URLSearchParams({ token: operatorToken });
  const { cookie } = await send("/login", { method: "POST", headers: { origin }, body });
  const open = (path: string): Promise<Page> => send(path, { headers: { cookie } });
  const hidden = (page: Page, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? "";
  const submit = (page: Page, to: string, fields: Readonly<Record<string, string>>): Promise<Page> => {
    const own = { csrf: hidden(page, "csrf"), version: hidden(page, "version") };
    const form = new URLSearchParams({ ...own, ...fields });
    return send(to, { method: "POST", headers: { origin, cookie }, body: form });
  };
  return {
    open,
    /** Fills in the form on a page. */
    fill: async (from: string, to: string, fields: Readonly<Record<string, string>>): Promise<Page> =>
      await submit(await open(from), to, fields),
    /** Presses a button on a page, and confirms. */
    press: async (from: string, to: string): Promise<Page> =>
      await submit(await submit(await open(from), to, {}), to, { confirm: "yes" }),
  };
}

const none = { sensitiveInput: "", sensitiveOutput: "", contentInput: "", contentOutput: "", evidence: "" };

for (const engine of oneEngine()) {
  describe("MCP servers in the console", { concurrency: false }, () => {
    verifies(
      "mcp-providers.reviewed",
      "is added in the console with nothing enabled, reviewed, called, and removed",
      async () => {
        const standIn = await startStandIn({ tokens: [token] });
        const origin = `http://127.0.0.1:${await freePort()}`;
        const server = await startServer({ engine, env: { SVC_ADMIN_LISTEN: new URL(origin).host } });
        try {
          const args = ["operator-tokens", "create", "--name", "ada", "--role", "admin"];
          const made = await operateJson<{ token: string }>(server, args);
          const operator = await openConsole(origin, made.token);
          const add = (fields: object) =>
            operator.fill("/mcp-servers/add", "/mcp-servers/add", { slug: "notes", url: standIn.url, ...fields });
          const closed = await add({});
          assert.deepEqual([closed.status, closed.text.includes("enter a bearer token")], [422, true]);
          const elsewhere = await add({ url: "https://93.184.215.14/mcp" });
          assert.deepEqual([elsewhere.status, elsewhere.text.includes("only to servers on this machine")], [422, true]);
          const added = await add({ token });
          assert.equal(added.location, "/providers/notes?done=added");
          await untilLoaded(server.url, "notes", []);
          const review = (tool: string, decision: Readonly<Record<string, string>>) =>
            operator.fill(`/providers/notes/review?tool=${tool}`, "/providers/notes/review", {
              tool,
              ...none,
              ...decision,
            });
          const read = { reviewed: "yes", effect: "read", idempotency: "safe", mcp: "yes" };
          assert.equal((await review("get_note", read)).location, "/providers/notes?done=reviewed");
          const write = { reviewed: "yes", effect: "write", idempotency: "unsafe", mcp: "no" };
          assert.equal((await review("set_note", write)).location, "/providers/notes?done=reviewed");
          await untilLoaded(server.url, "notes", ["tools.getNote", "tools.setNote"]);
          const { caller } = await makeClient(server, { allowActions: ["notes/*"], flags: ["--allow-import"] });
          const make = (path: string, fields: object) => caller.post(path, fields, { idempotencyKey: uniqueName("k") });
          const tenant = await make("/v1/tenants", { externalId: uniqueName("t"), displayName: "Acme" });
          const path = `/v1/tenants/${(tenant.json as { id: string }).id}/connections`;
          const imported = await make(`${path}:import`, {
            provider: "notes",
            authKind: "static_credential",
            requestedActions: ["tools.getNote", "tools.setNote"],
            credential: { access_token: token, label: "Ada" },
          });
          const { connection } = imported.json as ImportedConnection;
          assert.ok(connection !== null, imported.text);
          const input = { id: "1", text: "Salt" };
          const written = await make(`${path}/${connection.id}/actions/tools.setNote:execute`, { input });
          assert.deepEqual((written.json as ExecutedAction).output, input, written.text);
          assert.ok(!(await operator.open("/providers/notes")).text.includes(token));
          const removed = await operator.press("/providers/notes", "/providers/notes/remove");
          assert.equal(removed.location, "/providers?done=removed");
          await untilLoaded(server.url, "notes", []);
        } finally {
          await server.kill9();
          await standIn.close();
        }
      },
    );
  });
}
