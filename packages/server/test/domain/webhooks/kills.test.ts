/**
 * Kills of the sender: SIGKILL at any moment loses no event, and a repeated delivery has the same id and body.
 * `SVC_WEBHOOK_KILLS` sets the number of kills per engine; the proof uses 250.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSecretKey, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { presentEvent } from "../../../src/domain/journal/events.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { createWebhookSecrets } from "../../../src/adapters/vault/signatures.ts";
import { engines } from "../journal/fixture.ts";
import * as samples from "../../adapters/store/samples.ts";

const kills = Number(process.env["SVC_WEBHOOK_KILLS"] ?? 6);
/** Each connection causes two events: one for the session that created it, and its own. */
const connectionsPerKill = 4;
const program = new URL("testing/sender.ts", import.meta.url).pathname;
const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Every delivery received, by event id; every third gets a delayed response, and every seventh a 500. */
async function startReceiver(secret: string) {
  const bodies = new Map<string, string[]>();
  const faults: string[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      try {
        new Webhook(secret).verify(body, request.headers as Record<string, string>);
      } catch {
        faults.push(`${id} does not verify`);
      }
      bodies.set(id, [...(bodies.get(id) ?? []), body]);
      count += 1;
      setTimeout(() => response.writeHead(count % 7 === 0 ? 500 : 200).end(), count % 3 === 0 ? 40 : 0);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { bodies, faults, url, close: () => server.closeAllConnections() ?? server.close() };
}

async function listEventIds(store: Store, clientId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let afterSeq = 0; ;) {
    const { rows, more } = await store.events.list(clientId, { type: null, tenantId: null, afterSeq, limit: 1000 });
    ids.push(...rows.map((row) => presentEvent(row).id));
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
    if (!more) return ids;
  }
}

for (const [engine, make] of Object.entries(engines)) {
  test(`${engine}: ${kills} kills of the sender lose no event`, { timeout: 3_600_000 }, async (t) => {
    const key = randomBytes(32);
    const secrets = createWebhookSecrets(keyedHashes(new Map([[1, createSecretKey(key)]])), (n) => randomBytes(n));
    const database = await make();
    const store = await database.open();
    const place = await samples.makeTenant(store);
    const id = samples.newId("whe");
    const secret = secrets.newSeed(id);
    const receiver = await startReceiver(secrets.deriveSecret(id, secret));
    const about = { id, clientId: place.clientId, url: receiver.url, description: "", eventTypes: ["*"] };
    const never = { disabledReason: "", oldSecrets: [], failingSince: null, createdAt: 1, updatedAt: 1 } as const;
    await store.webhooks.create({ ...about, ...never, secret }, samples.sampleCreation(place.clientId));
    const start = async () => {
      const child = spawn(process.execPath, [program, database.url, key.toString("hex")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      return child;
    };
    const kill = async (child: Awaited<ReturnType<typeof start>>): Promise<void> => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    };
    t.after(async () => {
      receiver.close();
      await store.close();
      await database.drop();
    });
    for (let killed = 0; killed < kills; killed += 1) {
      const child = await start();
      for (let made = 0; made < connectionsPerKill; made += 1) await samples.makeConnection(store, place);
      await wait((killed * 37) % 160);
      await kill(child);
    }
    const last = await start();
    try {
      const ids = await listEventIds(store, place.clientId);
      const missing = () => ids.filter((event) => !receiver.bodies.has(event));
      for (const end = Date.now() + 120_000; missing().length > 0; await wait(50)) {
        assert.ok(Date.now() < end, `${missing().length} events were never received`);
      }
      assert.deepEqual(
        [...receiver.bodies.keys()].sort(),
        [...ids].sort(),
        "the received events are the recorded ones",
      );
      assert.equal(ids.length, kills * connectionsPerKill * 2);
    } finally {
      await kill(last);
    }
    assert.deepEqual(receiver.faults, []);
    let twice = 0;
    for (const [event, bodies] of receiver.bodies) {
      assert.equal(new Set(bodies).size, 1, `${event} was received with two bodies`);
      twice += bodies.length - 1;
    }
    t.diagnostic(`${kills} kills of the sender`);
    t.diagnostic(`${twice} repeated deliveries`);
  });
}
