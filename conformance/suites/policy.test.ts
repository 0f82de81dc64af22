/** Policies from outside: setting them, their decisions, and the responses of policy:test. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditEventList, PolicyRule, PolicyVerdict, Proposal, ProposalList } from "@svc/contract";
import { assertProblem, Caller, devConfig, operateJson, suite, uniqueName, until, verifies } from "../harness/index.ts";
import type { HttpResponse, Connected } from "../harness/index.ts";
import { ProviderLedger } from "../harness/ledger.ts";
import { everyRow } from "./isolation-fixture.ts";
import { approve, decide, makeAsking, placeOf, proposalOf, reached, secret, setPolicy } from "./proposal-fixture.ts";
import { make } from "./token-fixture.ts";

/** The response of policy:test about setting or reading a secret. */
async function verdictOf(
  { id, tenantId }: Connected,
  caller: Caller,
  action_id = "secrets.set",
  input?: object,
): Promise<PolicyVerdict> {
  const body = { connection_id: id, action_id, ...(input === undefined ? {} : { input }) };
  const response = await caller.post(`/v1/tenants/${tenantId}/policy:test`, body);
  assert.equal(response.status, 200, response.text);
  return response.json as PolicyVerdict;
}

const prd = { type: "object", properties: { config: { const: "prd" } }, required: ["config"] };

suite("policies", (fixture) => {
  const fileOf = (text: string): string => {
    const file = join(fixture().server.home.folder, `${uniqueName("policy")}.json`);
    writeFileSync(file, text);
    return file;
  };

  verifies("approval.policy", "decides in each layer by the first match, and then by the strictest", async () => {
    const rules: PolicyRule[] = [
      { match: { actions: ["doppler/secrets.set"], input: prd }, decision: "deny" },
      { match: { actions: ["doppler/secrets.set"] }, decision: "allow" },
      { decision: "ask" },
    ];
    const { connected, decider, clientId } = await makeAsking(fixture(), rules);
    const ledger = new ProviderLedger(fixture().provider);
    const says = async (caller: Caller, action?: string, input?: object) => {
      const { decision, reasons } = await verdictOf(connected, caller, action, input);
      return [decision, ...reasons.map(({ layer, rule }) => `${layer} ${String(rule)}`)];
    };
    const { caller } = connected;
    assert.deepEqual(await says(caller, "secrets.set", { ...devConfig, config: "prd" }), ["deny", "service_client 1"]);
    assert.deepEqual(await says(caller, "secrets.set", devConfig), ["allow", "service_client 2"]);
    assert.deepEqual(await says(caller, "secrets.delete", devConfig), ["ask", "service_client 3"]);
    assert.deepEqual(await says(caller, "secrets.names.list", devConfig), ["allow", "service_client null"]);
    // The test's response matches what happens.
    const denied = await connected.execute(
      "secrets.set",
      { ...secret("DENIED"), config: "prd" },
      { idempotencyKey: uniqueName("k") },
    );
    assertProblem(denied, "POLICY_DENIED");
    assert.match(denied.text, /Rule 1 of the policy of the service client denies this call; nothing was sent/);
    assert.equal(ledger.requests.length, 0);
    const trail = (await caller.get(`/v1/audit-events?subject=${connected.id}`)).json as AuditEventList;
    const refused = trail.auditEvents.filter(({ type }) => type === "action.refused").map(({ data }) => data);
    assert.deepEqual(refused, [{ action: "secrets.set", reason: "POLICY_DENIED" }]);
    assert.equal((await connected.set("ALLOWED", uniqueName("k"))).status, 200);
    // Another layer makes it stricter, never more permissive.
    await setPolicy(fixture(), ["service-clients", "update-key", clientId, "decider"], [{ decision: "allow" }]);
    const { caller: asked } = await make(decider, connected.tenantId, { requireApproval: true });
    await until(5000, "the key's policy applies", async () => ((await says(decider)).includes("key 1") ? true : null));
    assert.deepEqual(await says(decider, "secrets.delete"), ["ask", "service_client 3", "key 1"]);
    assert.deepEqual(await says(asked), ["ask", "service_client 2", "key 1", "token null"]);
    await setPolicy(fixture(), ["service-clients", "update-key", clientId, "decider"], [{ decision: "deny" }]);
    for (const one of [decider, asked]) {
      await until(5000, "the key denies", async () => ((await says(one))[0] === "deny" ? true : null));
    }
    assert.deepEqual(await says(asked), ["deny", "service_client 2", "key 1", "token null"]);
    const byKey = await connected.by(decider).set("DENIED_KEY", uniqueName("k"));
    assertProblem(byKey, "POLICY_DENIED");
    assert.match(byKey.text, /Rule 1 of the policy of this key/);
    // Reads are denied too, if a rule says so.
    assertProblem(await connected.by(decider).execute("secrets.names.list", devConfig), "POLICY_DENIED");
    assert.equal((await connected.execute("secrets.names.list", devConfig)).status, 200);
  });

  verifies("approval.policy", "applies to proposed calls, and denies them too", async () => {
    const { connected } = await makeAsking(fixture(), [{ decision: "deny" }]);
    const path = `${connected.path}/actions/secrets.set:propose`;
    const proposed = await connected.caller.post(
      path,
      { input: secret("PROPOSED") },
      { idempotencyKey: uniqueName("k") },
    );
    assertProblem(proposed, "POLICY_DENIED");
    const page = await connected.caller.get(`/v1/tenants/${connected.tenantId}/proposals`);
    assert.deepEqual((page.json as { proposals: unknown[] }).proposals, []);
  });

  const match = (fields: object) => JSON.stringify([{ match: fields, decision: "deny" }]);
  const refusals: readonly (readonly [what: string, text: string, said: RegExp])[] = [
    ["isn't JSON", '[{"decision":"deny"', /isn't usable JSON: /],
    [
      "names a field twice",
      '[{"decision":"deny","decision":"allow"}]',
      /isn't usable JSON: This field appears twice\. \(at \/0\/decision\)/,
    ],
    ["isn't a list", '{"decision":"deny"}', /The policy was not set\. .*array/],
    ["has a rule without a decision", '[{"match":{}}]', /The policy was not set\. Rule 1, at \/0\/decision: /],
    [
      "uses an unknown keyword",
      match({ input: { ...prd, properties: { config: { format: "uri" } } } }),
      /The policy was not set\. Rule 1, `input`: It may not use the keyword "format"\./,
    ],
    [
      "has a reference",
      match({ input: { type: "object", properties: { config: { $ref: "https://example.com/x" } } } }),
      /The policy was not set\. Rule 1, `input`: It may not use the keyword "\$ref"\./,
    ],
    [
      "names a sensitive field",
      match({ actions: ["doppler/secrets.set"], input: { type: "object", required: ["value"] } }),
      /The policy was not set\. Rule 1, `input`: `value` of doppler\/secrets\.set is kept out of records, so rules don't see it\./,
    ],
    [
      "names a field that no such action has",
      match({ actions: ["doppler/secrets.*"], input: { ...prd, required: ["confg"] } }),
      /The policy was not set\. Rule 1, `input`: No action that the rule is about has a field `confg`\./,
    ],
    [
      "has too many rules",
      JSON.stringify(Array.from({ length: 101 }, () => ({ decision: "ask" }))),
      /The policy was not set\. .*100/,
    ],
    [
      "has an approver without ask",
      '[{"decision":"allow","approver":"other"}]',
      /The policy was not set\. Rule 1: `approver` belongs to `ask` only\./,
    ],
  ];

  verifies("approval.policy-set", "refuses an unusable file, says why, and changes nothing", async () => {
    const { connected, clientId } = await makeAsking(fixture(), [{ decision: "deny" }]);
    const commands = [
      ["service-clients", "update", clientId],
      ["service-clients", "update-key", clientId, "default"],
      ["service-clients", "create", "--name", uniqueName("never")],
    ];
    for (const [what, text, said] of refusals) {
      const file = fileOf(text);
      for (const command of what === "isn't JSON" ? commands : commands.slice(0, 1)) {
        const ran = await fixture().server.operate([...command, "--policy-file", file]);
        assert.notEqual(ran.exitCode, 0, `${command.join(" ")}: a file that ${what}`);
        assert.match(ran.stderr, said, what);
      }
    }
    const missing = ["service-clients", "update", clientId, "--policy-file", "/none/such.json"];
    assert.match(
      (await fixture().server.operate(missing)).stderr,
      /The policy file \/none\/such\.json can't be read\./,
    );
    assert.equal((await verdictOf(connected, connected.caller)).decision, "deny");
    const listed = await operateJson<{ serviceClients: { name: string }[] }>(fixture().server, [
      "service-clients",
      "list",
    ]);
    assert.ok(!JSON.stringify(listed).includes("never"));
  });

  verifies("approval.policy-set", "keeps a key's policy and right to decide when the key is rotated", async () => {
    const { connected, clientId } = await makeAsking(fixture());
    const { server } = fixture();
    await setPolicy(fixture(), ["service-clients", "update-key", clientId, "decider"], [{ decision: "deny" }]);
    const rotate = ["service-clients", "rotate-key", clientId, "--key-name", "decider"];
    const { key } = await operateJson<{ key: string }>(server, rotate);
    const next = new Caller(connected.caller.http, key);
    const { decision, reasons } = await verdictOf(connected, next);
    assert.deepEqual([decision, reasons[1]?.layer], ["deny", "key"]);
    await approve(next, proposalOf(await connected.set("BY_ROTATED", uniqueName("k"))));
  });

  verifies("approval.test", "says what would happen and why, and does nothing", async () => {
    const { connected } = await makeAsking(fixture(), [{ decision: "ask", approver: "other" }]);
    const { caller, tenantId } = connected;
    const ledger = new ProviderLedger(fixture().provider);
    const before = await everyRow(fixture().server.home);
    const verdict = await verdictOf(connected, caller, "secrets.set", secret("TESTED"));
    const { id } = (await caller.get("/v1/service-client")).json as { id: string };
    assert.deepEqual(verdict, {
      decision: "ask",
      approver: "other",
      reasons: [{ layer: "service_client", id, rule: 1, decision: "ask" }],
    });
    // A sensitive field isn't looked at, and an input that no action accepts is no fault: only the policy is tested.
    assert.equal((await verdictOf(connected, caller, "secrets.set", {})).decision, "ask");
    assert.deepEqual(await everyRow(fixture().server.home), before);
    assert.equal(ledger.requests.length, 0);
    const test = (body: object, by = caller): Promise<HttpResponse> =>
      by.post(`/v1/tenants/${tenantId}/policy:test`, body);
    const named = { connection_id: connected.id, action_id: "secrets.set" };
    assertProblem(await test({ ...named, action_id: "secrets.none" }), "ACTION_NOT_FOUND");
    assertProblem(await test({ ...named, connection_id: "con_01k0000000e8r9m2p4s6t8w0y2" }), "CONNECTION_NOT_FOUND");
    const { caller: reader } = await make(caller, tenantId, { maxEffect: "read" });
    assertProblem(await test(named, reader), "ACTION_NOT_FOUND");
    const { caller: elsewhereOnly } = await make(caller, tenantId, { connections: [] });
    assertProblem(await test(named, elsewhereOnly), "CONNECTION_NOT_FOUND");
    const elsewhere = await makeAsking(fixture());
    assertProblem(await test(named, elsewhere.connected.caller), "TENANT_NOT_FOUND");
  });

  verifies(
    "approval.secrets",
    "shows and stores no sensitive field, and destroys the input however the proposal ends",
    async () => {
      const { connected, decider } = await makeAsking(fixture());
      const { server } = fixture();
      const rowOf = async (id: string) => {
        const rows = (await everyRow(server.home))["proposals"] ?? [];
        const row = rows.map((text) => JSON.parse(text) as Record<string, unknown>).find((one) => one["id"] === id);
        assert.ok(row !== undefined, `${id} has no row`);
        return row;
      };
      const accepted = proposalOf(await connected.set("KEPT_ACCEPTED", uniqueName("k")));
      const denied = proposalOf(await connected.set("KEPT_DENIED", uniqueName("k")));
      const { token, caller } = await make(connected.caller, connected.tenantId);
      const withdrawn = proposalOf(await connected.by(caller).set("KEPT_WITHDRAWN", uniqueName("k")));
      for (const proposal of [accepted, denied, withdrawn]) {
        assert.deepEqual(Object.keys(proposal.summary.input as object).toSorted(), ["config", "name", "project"]);
        assert.notEqual((await rowOf(proposal.id))["sealed"], null);
        const inputSeenBy = async (reader: Caller) => ((await reader.get(placeOf(proposal))).json as Proposal).input;
        const { headers } = await decider.get(placeOf(proposal));
        assert.equal(headers["cache-control"], "no-store");
        assert.deepEqual(await inputSeenBy(decider), proposal.summary.input, "the secret is its only hidden field");
        for (const reader of [connected.caller, caller]) assert.equal(await inputSeenBy(reader), null);
        const listed = (await decider.get(`/v1/tenants/${proposal.tenant_id}/proposals`)).json as ProposalList;
        assert.deepEqual([...new Set(listed.proposals.map(({ input }) => input))], [null]);
      }
      await approve(decider, accepted);
      assert.equal((await decide(decider, denied, "deny")).status, 200);
      assert.equal((await connected.caller.post(`/v1/delegated-tokens/${token.id}:revoke`)).status, 200);
      for (const [proposal, status] of [
        [accepted, "accepted"],
        [denied, "denied"],
        [withdrawn, "withdrawn"],
      ] as const) {
        await reached(connected.caller, proposal, status);
        assert.equal((await rowOf(proposal.id))["sealed"], null, status);
        assert.equal(((await decider.get(placeOf(proposal))).json as Proposal).input, null, status);
      }
      // Deleting the tenant destroys pending inputs.
      const waiting = proposalOf(await connected.set("KEPT_WAITING", uniqueName("k")));
      assert.equal((await connected.caller.delete(`/v1/tenants/${connected.tenantId}?force=true`)).status, 204);
      assert.equal((await rowOf(waiting.id))["sealed"], null);
      const gone = await reached(connected.caller, waiting, "withdrawn");
      assert.equal((await connected.caller.get(placeOf(gone))).status, 200);
      const everything = JSON.stringify(await everyRow(server.home));
      assert.ok(!everything.includes("canary-value-of-KEPT"));
    },
  );
});
