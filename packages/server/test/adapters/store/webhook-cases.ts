/** Webhook endpoints and deliveries: fan-out, leases and results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import type {
  AttemptResult,
  Busy,
  TakenDelivery,
  WebhookEndpointRow,
  WebhookStore,
} from "../../../src/domain/webhooks/port.ts";
import * as samples from "./samples.ts";

/** An endpoint for every type. */
export function sampleEndpoint(clientId: string, change: Partial<WebhookEndpointRow> = {}): WebhookEndpointRow {
  return {
    id: samples.newId("whe"),
    clientId,
    url: `https://hooks.acme.io/${samples.newId("path")}`,
    description: "",
    eventTypes: ["*"],
    disabledReason: "",
    secret: { salt: "salt", keyVersion: 1 },
    oldSecrets: [],
    failingSince: null,
    createdAt: 1000,
    updatedAt: 1000,
    ...change,
  };
}

const delivered: AttemptResult = {
  httpStatus: 200,
  fault: "",
  durationMs: 5,
  next: { kind: "delivered" },
  gone: false,
};
const retried = (delayMs: number): AttemptResult => ({
  ...delivered,
  httpStatus: 500,
  next: { kind: "retry", delayMs },
});
const never = 9e12;

/** Registers the cases. */
export function webhookCases(store: () => Store): void {
  const fanOut = async (): Promise<void> => {
    while ((await store().webhooks.fanOut({ limit: 10, afterClient: "" })).more);
  };
  /** Takes the due deliveries of one client. The cases share a database, so it settles others' deliveries as well. */
  const take = async (clientId: string, leaseMs = 60_000): Promise<TakenDelivery[]> => {
    await fanOut();
    const taken: TakenDelivery[] = [];
    for (let turn: TakenDelivery[]; (turn = await takeTurn({ leaseMs })).length > 0;) taken.push(...turn);
    return taken.filter(({ endpoint }) => endpoint.clientId === clientId);
  };
  const takeTurn = (change: Partial<Parameters<WebhookStore["take"]>[0]> = {}): Promise<TakenDelivery[]> =>
    store().webhooks.take({ limit: 1000, leaseMs: 60_000, ...samples.forAnyone, ...change });
  const create = async (endpoint: WebhookEndpointRow): Promise<void> => {
    const made = await store().webhooks.create(endpoint, samples.sampleCreation(endpoint.clientId));
    assert.equal(made.kind, "created");
  };
  const made = async (change: Partial<WebhookEndpointRow> = {}) => {
    const place = await samples.makeTenant(store());
    const endpoint = sampleEndpoint(place.clientId, change);
    await create(endpoint);
    return { ...place, endpoint };
  };

  test("an endpoint gets each later event of its types once", async () => {
    const place = await samples.makeTenant(store());
    await samples.makeConnection(store(), place);
    const endpoint = sampleEndpoint(place.clientId, { eventTypes: ["connection.disconnected"] });
    await create(endpoint);
    const { id } = await samples.makeConnection(store(), place);
    await store().connections.disconnect(place.clientId, place.tenantId, id, 3000, "operator");
    const test = await store().webhooks.appendTest(place.clientId, endpoint.id, "operator");
    await Promise.all([fanOut(), fanOut()]);
    const types = (await take(place.clientId)).map(({ event }) => event.type);
    assert.deepEqual(types.sort(), ["connection.disconnected", "webhook_endpoint.test"]);
    assert.equal(test.endpointId, endpoint.id);
    assert.deepEqual(await take(place.clientId), [], "held by its lease");
  });

  test("another sender gets a delivery after its lease, and the first one's result no longer counts", async () => {
    const { clientId, endpoint } = await made();
    await store().webhooks.appendTest(clientId, endpoint.id, "operator");
    await fanOut();
    const own = ({ endpoint }: TakenDelivery): boolean => endpoint.clientId === clientId;
    const first = (await takeTurn({ leaseMs: -1 })).find(own);
    const [second] = await take(clientId);
    assert.ok(first !== undefined && second !== undefined && second.fence > first.fence);
    assert.equal(await store().webhooks.settle(first, retried(0), never), false);
    assert.equal(await store().webhooks.settle(second, delivered, never), true);
    const query = { clientId, status: null, beforeSeq: null, limit: 10 };
    const [row] = (await store().webhooks.deliveries(endpoint.id, query)).rows;
    assert.deepEqual([row?.status, row?.attempts, row?.last?.httpStatus], ["delivered", 1, 200]);
    assert.deepEqual((await store().webhooks.deliveries(endpoint.id, { ...query, clientId: "scl_x" })).rows, []);
  });

  test("assigns each delivery to one of several concurrent senders", async () => {
    const { clientId, endpoint } = await made();
    for (let n = 0; n < 12; n += 1) await store().webhooks.appendTest(clientId, endpoint.id, "operator");
    await fanOut();
    const all = await Promise.all(Array.from({ length: 4 }, () => take(clientId)));
    const seqs = all.flat().map(({ event }) => event.seq);
    assert.equal(new Set(seqs).size, seqs.length);
    assert.equal(seqs.length, 12);
  });

  test("a turn assigns each client one delivery, round-robin", async () => {
    await take("");
    const clients = [await made(), await made(), await made()];
    for (const { clientId, endpoint } of clients) {
      for (let n = 0; n < 3; n += 1) await store().webhooks.appendTest(clientId, endpoint.id, "operator");
    }
    await fanOut();
    const [one, two, three] = clients.map(({ clientId }) => clientId).sort();
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    const known = new Set([one, two, three]);
    const turn = async (change: Parameters<typeof takeTurn>[0]): Promise<string[]> =>
      (await takeTurn(change)).flatMap(({ endpoint: { clientId } }) => (known.has(clientId) ? [clientId] : []));
    assert.deepEqual(await turn({}), [one, two, three]);
    assert.deepEqual(await turn({ afterClient: one, limit: 2 }), [two, three], "starts after the previous one");
    assert.deepEqual(await turn({ afterClient: three }), [one, two, three]);
    assert.deepEqual(await turn({}), [one], "nothing else is due for the others");
  });

  test("gives no turn to a busy client, nor to a busy endpoint of a client", async () => {
    const { clientId, endpoint } = await made();
    const other = sampleEndpoint(clientId);
    await create(other);
    for (const { id } of [endpoint, other]) await store().webhooks.appendTest(clientId, id, "operator");
    await fanOut();
    const turn = async (busy: Busy): Promise<string[]> =>
      (await takeTurn({ busy })).flatMap((taken) => (taken.endpoint.clientId === clientId ? [taken.endpoint.id] : []));
    assert.deepEqual(await turn({ clients: [clientId], endpoints: [] }), []);
    assert.deepEqual(await turn({ clients: [], endpoints: [endpoint.id] }), [other.id]);
    assert.deepEqual(await turn({ clients: [], endpoints: [endpoint.id] }), []);
    const nobody: Busy = { clients: [], endpoints: [] };
    assert.deepEqual(await turn(nobody), [endpoint.id]);
    for (const { id } of [endpoint, other]) await store().webhooks.appendTest(clientId, id, "operator");
    await fanOut();
    const both = [await turn(nobody), await turn(nobody)];
    assert.deepEqual(both.flat().sort(), [endpoint.id, other.id].sort(), "one per turn, also with two endpoints");
    assert.equal(both[0]?.length, 1);
  });

  test("clients take turns in fan-out, each with a limited number of events of one endpoint", async () => {
    await fanOut();
    const clients = [await made(), await made()].sort((one, other) => (one.clientId < other.clientId ? -1 : 1));
    const [first, second] = clients;
    assert.ok(first !== undefined && second !== undefined);
    const extra = sampleEndpoint(first.clientId);
    await create(extra);
    await Promise.all(
      Array.from({ length: 250 }, () => store().webhooks.appendTest(first.clientId, first.endpoint.id, "operator")),
    );
    await store().webhooks.appendTest(second.clientId, second.endpoint.id, "operator");
    const made250 = async (): Promise<number[]> => {
      const seqs: number[] = [];
      const query = { clientId: first.clientId, status: null, limit: 100 } as const;
      for (let beforeSeq: number | null = null, more = true; more;) {
        const page = await store().webhooks.deliveries(first.endpoint.id, { ...query, beforeSeq });
        seqs.push(...page.rows.map(({ event }) => event.seq));
        [beforeSeq, more] = [seqs.at(-1) ?? 0, page.more];
      }
      return seqs.reverse();
    };
    const turn = await store().webhooks.fanOut({ limit: 1, afterClient: "" });
    assert.deepEqual(turn, { more: true, lastClient: first.clientId });
    const taken = await made250();
    assert.ok(taken.length <= 100, "a turn is limited");
    const other = await store().webhooks.fanOut({ limit: 1, afterClient: turn.lastClient });
    assert.equal(other.lastClient, second.clientId, "then it is the other client's turn");
    await fanOut();
    assert.deepEqual(
      await made250(),
      Array.from({ length: 250 }, (_, index) => index + 1),
      "each event, in order",
    );
    assert.deepEqual(await store().webhooks.fanOut({ limit: 1, afterClient: "" }), { more: false, lastClient: null });
    assert.ok(await store().webhooks.remove(first.clientId, extra.id, "operator"));
    await take("");
  });

  test("a delivery that was put off is due later, and neither it nor its endpoint has failed", async () => {
    const { clientId, endpoint } = await made();
    await store().webhooks.appendTest(clientId, endpoint.id, "operator");
    const [first] = await take(clientId);
    assert.ok(first !== undefined);
    const putOff = (delayMs: number) => ({ ...retried(delayMs), next: { kind: "put_off" as const, delayMs } });
    assert.equal(await store().webhooks.settle(first, putOff(0), -1000), true);
    const [second] = await take(clientId);
    assert.deepEqual([second?.roundAttempts, second?.endpoint.failingSince], [0, null]);
    assert.ok(second !== undefined);
    assert.equal(await store().webhooks.settle(first, putOff(0), -1000), false, "its lease is over");
    assert.equal(await store().webhooks.settle(second, putOff(3_600_000), -1000), true);
    assert.deepEqual(await take(clientId), [], "not before its time");
    const of = { clientId, status: null, beforeSeq: null, limit: 1 };
    const [row] = (await store().webhooks.deliveries(endpoint.id, of)).rows;
    assert.deepEqual([row?.status, row?.attempts, row?.last], ["pending", 0, null]);
    assert.equal((await store().webhooks.find(clientId, endpoint.id))?.disabledReason, "");
  });

  test("retries a failure after its delay; five days of failures disable the endpoint and append an event", async () => {
    const { clientId, endpoint } = await made();
    await store().webhooks.appendTest(clientId, endpoint.id, "operator");
    const [first] = await take(clientId);
    assert.ok(first !== undefined);
    await store().webhooks.settle(first, retried(3_600_000), never);
    assert.deepEqual(await take(clientId), [], "not before its time");
    await store().webhooks.redeliver(endpoint.id, first.event, "operator");
    const [second] = await take(clientId);
    assert.ok(second?.roundAttempts === 0 && second.endpoint.failingSince !== null);
    await store().webhooks.settle(second, retried(0), -1000);
    const disabled = await store().webhooks.find(clientId, endpoint.id);
    assert.equal(disabled?.disabledReason, "failures");
    assert.deepEqual(await take(clientId), [], "a disabled endpoint gets nothing");
    const log = { type: "webhook_endpoint.disabled", tenantId: null, afterSeq: 0, limit: 10 };
    assert.deepEqual(
      (await store().events.list(clientId, log)).rows.map(({ data }) => data["reason"]),
      ["failures"],
    );
    const enabled = await store().webhooks.update(clientId, endpoint.id, { disabledReason: "" }, 2000, "operator");
    assert.ok(enabled !== null && "failingSince" in enabled);
    assert.deepEqual([enabled.disabledReason, enabled.failingSince], ["", null]);
    const [third] = await take(clientId);
    assert.equal(
      third?.event.seq,
      first.event.seq,
      "a waiting delivery continues; an event from the meantime stays in the log",
    );
  });

  test("a key creates one endpoint, and a URL has one", async () => {
    const { clientId, endpoint } = await made();
    const creation = samples.sampleCreation(clientId);
    const second = sampleEndpoint(clientId);
    assert.deepEqual(await store().webhooks.create(second, creation), { kind: "created" });
    assert.deepEqual((await store().idempotency.find(creation.claim))?.response, creation.responses.created);
    const repeated = await store().webhooks.create({ ...second, id: samples.newId("whe") }, creation);
    assert.equal(repeated.kind, "key_taken");
    const same = sampleEndpoint(clientId, { url: endpoint.url.replace("https://hooks", "HTTPS://HOOKS") });
    const taken = samples.sampleCreation(clientId, 2);
    const exists = { kind: "exists", existingId: endpoint.id };
    assert.deepEqual(await store().webhooks.create(same, taken), exists, "even without room for another");
    assert.deepEqual((await store().idempotency.find(taken.claim))?.response, { status: 409, body: endpoint.id });
    const moved = await store().webhooks.update(clientId, second.id, { url: endpoint.url }, 2000, "operator");
    assert.deepEqual(moved, { existingId: endpoint.id });
    assert.equal((await store().webhooks.find(clientId, second.id))?.url, second.url);
    assert.equal((await store().webhooks.list(clientId, { after: null, limit: 10 })).rows.length, 2);
  });

  test("keeps the secret that was in use before a series of rotations, and the one before the newest", async () => {
    const { clientId, endpoint } = await made();
    const rotate = async (salt: string, at: number) => {
      const times = { at, oldUntil: at + 1000 };
      const row = await store().webhooks.rotate(clientId, endpoint.id, { salt, keyVersion: 2 }, times, "operator");
      return row?.oldSecrets.map((old) => [old.salt, old.until]);
    };
    const first = endpoint.secret.salt;
    assert.deepEqual(await rotate("second", 2000), [[first, 3000]]);
    assert.deepEqual(await rotate("third", 2500), [
      ["second", 3500],
      [first, 3000],
    ]);
    assert.deepEqual(await rotate("fourth", 2600), [
      ["third", 3600],
      [first, 3000],
    ]);
    // The first has expired.
    assert.deepEqual(await rotate("fifth", 3000), [
      ["fourth", 4000],
      ["third", 3600],
    ]);
  });

  test("lets only its own client change, rotate and remove an endpoint, within a limit", async () => {
    const { clientId, endpoint } = await made();
    const { clientId: other } = await samples.makeTenant(store());
    await create(sampleEndpoint(clientId));
    const over = samples.sampleCreation(clientId, 2);
    assert.deepEqual(await store().webhooks.create(sampleEndpoint(clientId), over), { kind: "too_many" });
    assert.equal(await store().idempotency.find(over.claim), null, "it leaves the key unused");
    assert.equal(await store().webhooks.find(other, endpoint.id), null);
    assert.equal(await store().webhooks.update(other, endpoint.id, { description: "x" }, 2000, "operator"), null);
    const times = { at: 2000, oldUntil: 3000 };
    assert.equal(await store().webhooks.rotate(other, endpoint.id, endpoint.secret, times, "operator"), null);
    const rotated = await store().webhooks.rotate(
      clientId,
      endpoint.id,
      { salt: "new", keyVersion: 2 },
      times,
      "operator",
    );
    assert.deepEqual(rotated?.oldSecrets, [{ ...endpoint.secret, until: 3000 }]);
    assert.deepEqual(rotated.secret, { salt: "new", keyVersion: 2 });
    const page = await store().webhooks.list(clientId, { after: null, limit: 1 });
    assert.deepEqual([page.rows.length, page.more], [1, true]);
    assert.equal(await store().webhooks.remove(other, endpoint.id, "operator"), false);
    assert.equal(await store().webhooks.remove(clientId, endpoint.id, "operator"), true);
    assert.equal(await store().webhooks.find(clientId, endpoint.id), null);
  });
}
