/** The audit trail as a service client and its operator see it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditEvent, AuditEventList } from "@svc/contract";
import {
  assertProblem,
  openSession,
  operateJson,
  devConfig,
  suiteOnBothEngines,
  uniqueName,
  verifies,
  type Caller,
  type Fixture,
} from "../harness/index.ts";

async function listAll(caller: Caller, query = ""): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  let cursor: string | null = null;
  do {
    const at: string = cursor === null ? "" : `&cursor=${cursor}`;
    const response = await caller.get(`/v1/audit-events?limit=7${query}${at}`);
    assert.equal(response.status, 200, response.text);
    const page = response.json as AuditEventList;
    events.push(...page.auditEvents);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return events;
}

/**
 * RFC 8785 as far as events need it: sorted names; JSON.stringify already writes strings and plain numbers that way.
 */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join()}}`;
}

/** Verifies the hashes as documented, without the server's code. */
function assertChain(newestFirst: readonly AuditEvent[]): void {
  let before = { seq: 0, hash: "0".repeat(64) };
  for (const { prevHash, hash, ...event } of [...newestFirst].reverse()) {
    assert.deepEqual([event.seq, prevHash], [before.seq + 1, before.hash]);
    const text = Buffer.from(canonical(event));
    const expected = createHash("sha256").update(Buffer.from(prevHash, "hex")).update(text).digest("hex");
    assert.equal(hash, expected);
    before = { seq: event.seq, hash };
  }
}

/** A client with every kind of event. */
async function eventful(
  fixture: Fixture,
): Promise<{ caller: Caller; id: string; name: string; tenantId: string; connectionId: string }> {
  const client = await fixture.another();
  const { caller, id, name } = client;
  const connected = await fixture.connected({ caller });
  const { tenantId } = connected;
  await connected.run("secrets.names.list", devConfig);
  assert.equal((await connected.set("AUDIT_CANARY", uniqueName("audit"))).status, 200);
  const test = await caller.post(`${connected.path}:test`, undefined, { idempotencyKey: uniqueName("audit") });
  assert.equal(test.status, 200, test.text);
  await caller.patch(`/v1/tenants/${tenantId}`, { displayName: "Renamed" });
  const session = await openSession(caller, tenantId);
  await caller.post(`/v1/tenants/${tenantId}/connect-sessions/${session.id}:cancel`);
  for (const args of [
    ["service-clients", "add-key", id, "--key-name", "ci"],
    ["service-clients", "rotate-key", id, "--key-name", "ci"],
    ["service-clients", "update", id, "--allow-action", "*/*"],
  ]) {
    await operateJson(fixture.server, args);
  }
  await fixture.connected({ caller, tenantId });
  await operateJson(fixture.server, ["connections", "disconnect", "--tenant", tenantId, "--provider", "doppler"]);
  return { caller, id, name, tenantId, connectionId: connected.id };
}

suiteOnBothEngines("audit trail", (fixture) => {
  let made: ReturnType<typeof eventful> | undefined;
  const world = (): ReturnType<typeof eventful> => (made ??= eventful(fixture()));

  verifies("audit.chain", "has no gaps, and hashes that can be computed from the answers alone", async () => {
    const { caller } = await world();
    const events = await listAll(caller);
    assert.ok(events.length > 12);
    assertChain(events);
    const [newest] = events;
    assert.ok(newest !== undefined);
    assert.throws(() => assertChain([{ ...newest, actor: "operator " }, ...events.slice(1)]));
  });

  verifies("audit.control-plane", "records each change as an event that names its actor", async () => {
    const { caller, id, tenantId, connectionId } = await world();
    const events = await listAll(caller);
    const expected: readonly [type: string, subject: string | null, actor: RegExp][] = [
      ["service_client.created", id, /^operator$/],
      ["service_client.key_added", id, /^operator$/],
      ["service_client.key_rotated", id, /^operator$/],
      ["service_client.updated", id, /^operator$/],
      ["tenant.created", tenantId, /^key:/],
      ["tenant.renamed", tenantId, /^key:/],
      ["connect_session.created", null, /^key:/],
      ["connect_session.exchanged", null, /^end_user$/],
      ["connect_session.cancelled", null, /^key:/],
      ["connection.created", connectionId, /^end_user$/],
      ["connection.tested", connectionId, /^key:/],
      ["connection.disconnected", connectionId, /^operator$/],
    ];
    for (const [type, subject, actor] of expected) {
      const found = events.find((event) => event.type === type && (subject === null || event.subject === subject));
      assert.match(found?.actor ?? `no ${type}`, actor);
    }
    assert.equal(events.filter(({ type }) => type === "connection.disconnected").length, 2);
  });

  verifies("audit.use", "records the key that used a connection, for a read and for a write", async () => {
    const { caller, connectionId } = await world();
    const uses = await listAll(caller, `&type=credential.used&subject=${connectionId}`);
    assert.deepEqual(
      uses.map(({ data }) => [data["action"], data["effect"]]),
      [
        ["secrets.set", "write"],
        ["secrets.names.list", "read"],
      ],
    );
    const { maskedKey } = (await caller.get("/v1/service-client")).json as { maskedKey: string };
    for (const { actor, data } of uses) {
      assert.equal(`svc_live_${actor.slice("key:".length)}…`, maskedKey);
      assert.match(String(data["execution"]), /^act_/);
    }
  });

  verifies("audit.list", "filters, pages, and refuses unknown filters", async () => {
    const { caller, tenantId, id } = await world();
    const all = await listAll(caller);
    assert.deepEqual(
      all.map(({ seq }) => seq),
      all.map((_event, index) => all.length - index),
    );
    const ofTenant = await listAll(caller, `&tenant_id=${tenantId}`);
    assert.deepEqual(
      ofTenant,
      all.filter(({ tenant_id }) => tenant_id === tenantId),
    );
    assert.deepEqual(
      await listAll(caller, `&subject=${id}`),
      all.filter(({ subject }) => subject === id),
    );
    const tested = await listAll(caller, "&type=connection.tested");
    assert.deepEqual(
      tested,
      all.filter(({ type }) => type === "connection.tested"),
    );
    for (const query of [
      "type=",
      "type=Nope",
      "tenant_id=x",
      "subject=",
      "limit=0",
      "limit=101",
      "cursor=x",
      "since=1",
    ]) {
      assertProblem(await caller.get(`/v1/audit-events?${query}`), "INVALID_REQUEST");
    }
    const { nextCursor } = (await caller.get("/v1/audit-events?limit=1")).json as AuditEventList;
    assertProblem(await caller.get(`/v1/audit-events?cursor=${nextCursor}&type=tenant.created`), "INVALID_REQUEST");
  });

  verifies("audit.own", "shows nothing from another client's chain, tenants and subjects", async () => {
    const { tenantId, connectionId, caller } = await world();
    const stranger = await fixture().another();
    assert.deepEqual(await listAll(stranger.caller, `&tenant_id=${tenantId}`), []);
    assert.deepEqual(await listAll(stranger.caller, `&subject=${connectionId}`), []);
    const own = await listAll(stranger.caller);
    assert.deepEqual(
      own.map(({ type }) => type),
      ["service_client.created"],
    );
    assert.ok(own.every(({ service_client_id }) => service_client_id === stranger.id));
    const { nextCursor } = (await caller.get("/v1/audit-events?limit=1")).json as AuditEventList;
    assertProblem(await stranger.caller.get(`/v1/audit-events?limit=1&cursor=${nextCursor}`), "INVALID_REQUEST");
  });

  verifies("audit.no-secret", "keeps credentials, keys and secret values out of events", async () => {
    const { caller } = await world();
    const text = JSON.stringify(await listAll(caller));
    for (const secret of [fixture().provider.tokens.serviceAccount, caller.key, "canary-value-of-AUDIT_CANARY"]) {
      assert.ok(!text.includes(secret));
    }
    assert.doesNotMatch(text, /svc_live_|cst_|css_|dp\.s[ta]\./);
  });

  verifies("audit.operator", "verifies every chain, including against an earlier exported head", async () => {
    const { caller, id, name } = await world();
    const { server } = fixture();
    const folder = await mkdtemp(join(tmpdir(), "svc-audit-heads-"));
    try {
      const heads = await server.operate(["audit", "export", "--heads-only", "--format", "json"]);
      assert.equal(heads.exitCode, 0, heads.stderr);
      const file = join(folder, "heads.jsonl");
      await writeFile(file, heads.stdout);
      await fixture().tenant(caller);
      const report = await operateJson<{
        ok: boolean;
        chains: { service_client_id: string; headsChecked: number }[];
      }>(server, ["audit", "verify", "--head", file]);
      assert.equal(report.ok, true);
      assert.equal(report.chains.find((chain) => chain.service_client_id === id)?.headsChecked, 1);
      const altered = heads.stdout.replace(/"seq":(\d+)/, (_all, seq: string) => `"seq":${Number(seq) + 1}`);
      await writeFile(file, altered);
      const refused = await server.operate(["audit", "verify", "--head", file]);
      assert.equal(refused.exitCode, 1);
      assert.match(refused.stderr, /audit trail is broken: 1 of/);
      assert.match(refused.stdout, /FAIL .*not signed by this deployment/);
      await writeFile(file, "nothing");
      assert.equal((await server.operate(["audit", "verify", "--head", file])).exitCode, 1);
      const exported = await server.operate(["audit", "export", "--client", name, "--format", "json"]);
      const lines = exported.stdout.trimEnd().split("\n");
      const events = lines.slice(0, -1).map((line) => (JSON.parse(line) as { event: AuditEvent }).event);
      const { head } = JSON.parse(lines.at(-1) ?? "") as { head: { seq: number; hash: string } };
      assert.equal(events.at(-1)?.hash, head.hash);
      const [own, ...before] = await listAll(caller);
      assert.deepEqual(events.reverse(), before);
      assert.deepEqual([own?.type, own?.actor], ["audit.exported", "operator"]);
      assert.deepEqual(own?.data, { seq: head.seq, hash: head.hash, headsOnly: false, since: "" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  verifies(
    "audit.operator",
    "records a vault rotation as an event of the deployment, and keeps the signing key",
    async () => {
      const { server } = fixture();
      await operateJson(server, ["vault", "rotate"]);
      const { stdout } = await server.operate(["audit", "export", "--format", "json"]);
      const rotated = stdout.split("\n").find((line) => line.includes('"type":"vault.rotated"')) ?? "";
      assert.match(rotated, /"service_client_id":null/);
      const keys = new Set([...stdout.matchAll(/"publicKey":"([^"]+)"/g)].map(([, key]) => key));
      assert.equal(keys.size, 1);
      assert.equal((await operateJson<{ ok: boolean }>(server, ["audit", "verify"])).ok, true);
    },
  );
});
