/** `svc webhooks listen` next to an endpoint of the server: a developer's program receives the same deliveries. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { CreatedWebhookEndpoint, EventList } from "@svc/contract";
import { spawnProgram, suite, verifies, type Fixture, type TestClient, uniqueName } from "../harness/index.ts";
import { receiver, until, verified, type Received } from "./webhook-receiver.ts";

type Listening = { printed: () => string; secret: () => string; stop(): Promise<number | null> };

/** Starts listening and waits until it follows the log. */
async function listen(fixture: Fixture, client: TestClient, args: readonly string[]): Promise<Listening> {
  const { folder } = fixture.server.home;
  const env = { SVC_API_URL: fixture.server.url, SVC_TOKEN: client.key, XDG_CONFIG_HOME: folder };
  const child = spawnProgram("svc", ["webhooks", "listen", ...args], { cwd: folder, env });
  const ended = once(child, "close") as Promise<[number | null]>;
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => (printed += String(bytes)));
  const listening = {
    printed: () => printed,
    secret: () => /whsec_\S+/.exec(printed)?.[0] ?? "",
    async stop() {
      child.kill("SIGINT");
      return (await ended)[0];
    },
  };
  await until(() => {
    assert.equal(child.exitCode, null, printed);
    return printed.includes("Press Ctrl-C to stop");
  });
  return listening;
}

/** Header names, and the values that don't depend on the receiver, the secret or the current second. */
function formOf({ headers, body }: Received): unknown {
  const own = new Set(["host", "webhook-signature", "webhook-timestamp"]);
  return [body, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, own.has(name) ? "" : value]))];
}

suite("svc webhooks listen", (fixture) => {
  verifies("webhooks.listen", "sends an endpoint's events, signed with its own secret, once", async () => {
    const client = await fixture().another();
    const { caller } = client;
    const [endpointAt, programAt] = [await receiver(), await receiver([500])];
    const before = await fixture().connected({ caller });
    const listening = await listen(fixture(), client, [
      "--forward-to",
      programAt.url,
      "--events",
      "connection.created",
    ]);
    try {
      const body = { url: endpointAt.url, eventTypes: ["connection.created"] };
      const endpoint = (await caller.post("/v1/webhook-endpoints", body, { idempotencyKey: uniqueName("endpoint") }))
        .json as Required<CreatedWebhookEndpoint>;
      const failed = await fixture().connected({ caller });
      await programAt.count(1);
      const { id } = await fixture().connected({ caller });
      await Promise.all([programAt.count(2), endpointAt.count(2)]);
      const [lost, got] = programAt.received;
      assert.ok(lost !== undefined && got !== undefined);
      const sent = endpointAt.received.find(({ headers }) => headers["webhook-id"] === got.headers["webhook-id"]);
      assert.ok(sent !== undefined, "both get the same event");
      assert.deepEqual(formOf(got), formOf(sent));
      const secret = listening.secret();
      assert.deepEqual(verified(secret, got).data["connection_id"], id);
      assert.deepEqual(verified(secret, lost).data["connection_id"], failed.id);
      assert.throws(() => verified(endpoint.secret, got), "its secret is its own");
      await until(() => listening.printed().includes("  200  "));
      const { events } = (await caller.get("/v1/events?limit=100")).json as EventList;
      const lines = listening
        .printed()
        .split("\n")
        .filter((line) => line.includes("evt_"));
      const created = events.filter(({ type }) => type === "connection.created").map((event) => event.id);
      assert.equal(created.length, 3, "one is from before it listened");
      assert.deepEqual(
        lines.map((line) => /evt_\w+/.exec(line)?.[0]),
        created.slice(1),
      );
      assert.match(
        lines[0] ?? "",
        /^\d{4}-\S+Z {2}connection\.created +evt_\S+ {2}500 {2}\d+ ms {2}Your program failed\./,
      );
      assert.match(lines[1] ?? "", /^\d{4}-\S+Z {2}connection\.created +evt_\S+ {2}200 {2}\d+ ms$/);
      assert.ok(!listening.printed().includes(before.id), "no data is printed");
    } finally {
      assert.equal(await listening.stop(), 0, listening.printed());
      for (const at of [endpointAt, programAt]) at.close();
    }
  });
});
