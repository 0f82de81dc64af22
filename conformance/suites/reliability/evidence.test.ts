/** A write whose response is lost is settled by checking: in the call, afterwards, and on request. */
import assert from "node:assert/strict";
import type { ExecutedAction, Execution } from "@svc/contract";
import {
  assertProblem,
  makeClient,
  suiteOnBothEngines,
  until,
  verifies,
  type HttpResponse,
  type Connected,
} from "../../harness/index.ts";
import { ProviderLedger, recordOfKey } from "../../harness/ledger.ts";
import { everyRow } from "../isolation-fixture.ts";
import { make } from "../token-fixture.ts";

const lost = { match: { method: "POST" }, fault: { kind: "close_before_response", effect: true } } as const;
const lostBefore = { match: { method: "POST" }, fault: { kind: "close_before_response", effect: false } } as const;
/** A fault for one read of the value, which is what a check does. */
const failedLook = {
  match: { method: "GET", path: "/v3/configs/config/secret" },
  fault: { kind: "html_502" },
} as const;

const withoutGet = ["secrets.set", "secrets.names.list"];

suiteOnBothEngines(
  "evidence",
  (fixture) => {
    const settle = (connected: Connected, executionId: string | undefined): Promise<HttpResponse> =>
      connected.caller.post(`/v1/tenants/${connected.tenantId}/action-executions/${executionId ?? ""}:settle`);

    verifies("evidence.in-call", "answers a lost write with its proved outcome", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const ledger = new ProviderLedger(provider);
      provider.faults.add(lost);
      const response = await connected.set("PROVED_IN_CALL", "in-call");
      assert.equal(response.status, 200, response.text);
      const { execution, output } = response.json as ExecutedAction;
      assert.deepEqual(
        [execution.status, execution.settlement?.by, execution.settlement?.basis, execution.error],
        ["succeeded", "evidence", "state", null],
      );
      assert.deepEqual(
        execution.evidence.map(({ verdict, basis }) => [verdict, basis]),
        [["applied", "state"]],
      );
      assert.equal((output as { saved: boolean }).saved, true);
      assert.deepEqual([ledger.changes.length, ledger.effects.length], [1, 1]);
      const replay = await connected.set("PROVED_IN_CALL", "in-call");
      assert.deepEqual(replay.json, { execution, output });
    });

    verifies("evidence.afterwards", "settles an unknown outcome a few seconds later", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const ledger = new ProviderLedger(provider);
      provider.faults.add(lost);
      // Each read of a call is tried three times.
      for (let tries = 0; tries < 3; tries += 1) provider.faults.add(failedLook);
      assertProblem(await connected.set("PROVED_LATER", "later"), "ACTION_OUTCOME_UNKNOWN");
      const record = await until(20_000, "it is settled", async () => {
        const now = await recordOfKey(connected, "later");
        return now.status === "outcome_unknown" ? null : now;
      });
      assert.deepEqual([record.status, record.settlement?.by], ["succeeded", "evidence"]);
      // The attempt ended before the check.
      assert.ok((record.completedAt ?? "") < (record.settlement?.at ?? ""), `${record.completedAt}`);
      assert.equal(record.evidence.length, 2);
      const replay = await connected.set("PROVED_LATER", "later");
      assert.deepEqual((replay.json as ExecutedAction).execution, record);
      assert.deepEqual([ledger.changes.length, ledger.effects.length], [1, 1]);
    });

    verifies("evidence.on-request", "settles an update by state only for a service client that allows it", async () => {
      const { server, provider } = fixture();
      const client = await makeClient(server, { flags: ["--settle-by-state", "on"] });
      for (const [caller, expected] of [
        [fixture().caller, "outcome_unknown"],
        [client.caller, "succeeded"],
      ] as const) {
        const connected = await fixture().connected({ caller });
        await connected.set("UPDATED", "first", "canary-first");
        provider.faults.add(lost);
        const response = await connected.set("UPDATED", "second", "canary-second");
        const record = await recordOfKey(connected, "second");
        assert.deepEqual([record.status, response.status], [expected, expected === "succeeded" ? 200 : 504]);
        assert.deepEqual(
          record.evidence.map(({ basis }) => basis),
          ["state"],
        );
      }
    });

    verifies("evidence.granted", "doesn't check without the read, and names it", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected({ requestedActions: withoutGet });
      const ledger = new ProviderLedger(provider);
      provider.faults.add(lost);
      const problem = assertProblem(await connected.set("NOT_GRANTED", "not-granted"), "ACTION_OUTCOME_UNKNOWN");
      const refused = assertProblem(await settle(connected, problem.execution_id), "EVIDENCE_NOT_AVAILABLE");
      assert.match(refused.detail, /secrets\.get/);
      assert.equal(ledger.requests.filter(({ path }) => path === failedLook.match.path).length, 0);
      assert.equal(ledger.changes.length, 1);
    });

    verifies(
      "evidence.own-rights",
      "tells a token that may only write nothing about the value it guessed",
      async () => {
        const { provider } = fixture();
        const connected = await fixture().connected();
        await connected.set("GUESSED", "set", "canary-guessed");
        const { caller } = await make(connected.caller, connected.tenantId, { actions: ["doppler/secrets.set"] });
        const { caller: reader } = await make(connected.caller, connected.tenantId, { actions: ["doppler/*"] });
        const agent = connected.by(caller);
        for (const [key, guess] of [
          ["right", "canary-guessed"],
          ["wrong", "canary-other"],
        ] as const) {
          provider.faults.add(lostBefore);
          const response = await agent.set("GUESSED", key, guess);
          const { execution_id: id = "" } = assertProblem(response, "ACTION_OUTCOME_UNKNOWN");
          assertProblem(await settle(agent, id), "EVIDENCE_NOT_AVAILABLE");
          const looked = (await settle(connected, id)).json as Execution;
          assert.equal(looked.evidence.at(-1)?.verdict, guess === "canary-guessed" ? "applied" : "undetermined");
          const at = `/v1/tenants/${connected.tenantId}/action-executions`;
          for (const { json, text } of [await caller.get(`${at}/${id}`), await caller.get(at)]) {
            const listed = json as { executions?: Execution[] } & Execution;
            const shown = listed.executions?.find((one) => one.id === id) ?? listed;
            assert.deepEqual([shown.id, shown.status, shown.evidence], [id, "outcome_unknown", []]);
            assert.equal(/"verdict":"(?:applied|undetermined)"/.test(text), false);
          }
          const seen = (await reader.get(`${at}/${id}`)).json as Execution;
          assert.deepEqual(seen.evidence, looked.evidence, "a token that may read sees the looks");
        }
      },
    );

    verifies("evidence.on-request", "checks immediately, and records a check that proves nothing", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const done = await connected.set("KNOWN", "known");
      const { execution } = done.json as ExecutedAction;
      assertProblem(await settle(connected, execution.id), "EXECUTION_NOT_UNKNOWN");
      provider.faults.add(lostBefore);
      const problem = assertProblem(await connected.set("NEVER_SET", "never"), "ACTION_OUTCOME_UNKNOWN");
      const looked = await settle(connected, problem.execution_id);
      assert.equal(looked.status, 200, looked.text);
      const { status, evidence, settlement } = looked.json as Execution;
      assert.deepEqual([status, settlement], ["outcome_unknown", null]);
      assert.deepEqual(new Set(evidence.map(({ verdict }) => verdict)), new Set(["undetermined"]));
    });

    verifies("evidence.canaries", "stores no value, and no digest once the outcome is known", async () => {
      const { server, provider } = fixture();
      const connected = await fixture().connected();
      provider.faults.add(lostBefore);
      const problem = assertProblem(await connected.set("COMPARED", "compared"), "ACTION_OUTCOME_UNKNOWN");
      const digestsOf = async (): Promise<unknown> => {
        const { executions = [] } = await everyRow(server.home);
        assert.doesNotMatch(executions.join(), /canary-value-of-COMPARED/);
        const rows = executions.map((row) => JSON.parse(row) as { id: string; digests: unknown });
        return rows.find(({ id }) => id === problem.execution_id)?.digests;
      };
      assert.match(String(await digestsOf()), /^\{"value":"\d+\.[\w-]{43}"\}$/);
      const path = `/v1/tenants/${connected.tenantId}/action-executions/${problem.execution_id ?? ""}`;
      const shown = await connected.caller.get(path);
      // That of a remote tool is of its review, not of an input.
      assert.doesNotMatch(shown.text.replace('"toolDigest":null', ""), /digest/i);
      await connected.caller.post(`${path}:resolve`, { outcome: "failed", note: "Looked it up." });
      assert.equal(await digestsOf(), null);
    });
  },
  { env: { SVC_SETTLE: "automatic" } },
);
