/**
 * Every SDK against a real server and the simulated provider: from a new tenant to an unknown outcome that is resolved.
 */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type {
  Connection,
  CreatedConnectSession,
  ExecutedAction,
  Execution,
  PolicyVerdict,
  Proposal,
  Tenant,
} from "@svc/contract";
import {
  connect,
  devConfig,
  operateJson,
  uniqueName,
  until,
  verifies,
  withOtherEnd,
  type Fixture,
} from "../harness/index.ts";
import type { SdkClient, SdkOutcome } from "./client.ts";
import type { Sdk } from "./sdks.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** One SDK's calls with the fixture's service key. */
class Calls {
  readonly #sdk: SdkClient;
  readonly #fixture: Fixture;

  constructor(sdk: SdkClient, fixture: Fixture) {
    this.#sdk = sdk;
    this.#fixture = fixture;
  }

  try(operation: string, given: Arguments, token = this.#fixture.client.key): Promise<SdkOutcome> {
    return this.#sdk.call({ baseUrl: this.#fixture.server.url, token, operation, arguments: given });
  }

  async do<Result>(operation: string, given: Arguments): Promise<Result> {
    const { result, error } = await this.try(operation, given);
    assert.equal(error, undefined);
    return result as Result;
  }

  /** @param requestedActions the harness's by default. */
  async connected(...requestedActions: string[]): Promise<{ tenant_id: string; connection_id: string }> {
    const named = { externalId: uniqueName("sdk"), displayName: "Acme Inc." };
    const { id: tenant_id } = await this.do<Tenant>("createTenant", named);
    const { client, provider } = this.#fixture;
    const fields = requestedActions.length === 0 ? {} : { requestedActions };
    const connection_id = await connect(client.caller, tenant_id, provider.tokens.serviceAccount, fields);
    return { tenant_id, connection_id };
  }
}

/** Registers the flow for these SDKs. */
export const registerFlow = (stage: () => Fixture, sdks: readonly Sdk[]): void => {
  for (const [name, start] of sdks) {
    describe(name, () => {
      let sdk: SdkClient;
      let calls: Calls;
      before(() => {
        sdk = start();
        calls = new Calls(sdk, stage());
      });
      after(() => sdk.close());

      verifies("sdk.flow", `${name} creates a tenant once per key, and finds it`, async () => {
        const label = uniqueName("sdk");
        const named = { externalId: label, displayName: "B\u00e4ckerei \u65e5\u672c", label };
        const keyed = { ...named, idempotencyKey: uniqueName("key") };
        const tenant = await calls.do<Tenant>("createTenant", keyed);
        assert.deepEqual(await calls.do("createTenant", keyed), tenant);
        assert.deepEqual(await calls.do("listTenants", { externalId: named.externalId }), [tenant]);
        assert.deepEqual(await calls.do("listTenants", { label }), [tenant]);
        assert.deepEqual(await calls.do("listTenants", { label: "other" }), []);
        const { error } = await calls.try("createTenant", named);
        assert.deepEqual([error?.class, error?.code, error?.tenantId], ["ConflictError", "TENANT_EXISTS", tenant.id]);
      });

      verifies("sdk.flow", `${name} opens and cancels a Connect session`, async () => {
        const { tenant_id } = await calls.connected();
        const wanted = { provider: "doppler", authKind: "static_credential", requestedActions: ["secrets.get"] };
        const page = { allowedOrigin: "https://app.example.com", returnUrl: "https://app.example.com/connected" };
        const session = await calls.do<CreatedConnectSession>("createConnectSession", {
          tenant_id,
          ...wanted,
          ...page,
        });
        assert.ok(session.token !== undefined);
        const named = { tenant_id, session_id: session.id };
        assert.equal((await calls.do<CreatedConnectSession>("cancelConnectSession", named)).status, "cancelled");
        assert.equal((await calls.do<CreatedConnectSession>("waitForConnectSession", named)).status, "cancelled");
      });

      verifies("sdk.flow", `${name} tests a connection, reads, and writes once per key`, async () => {
        const connected = await calls.connected();
        assert.equal((await calls.do<Connection>("getConnection", connected)).status, "active");
        assert.equal((await calls.do<{ ok: boolean }>("testConnection", connected)).ok, true);
        const read = { ...connected, action_id: "projects.list", input: {} };
        assert.equal((await calls.do<ExecutedAction>("executeAction", read)).execution.status, "succeeded");

        const input = {
          ...devConfig,
          name: uniqueName("SDK").toUpperCase().replaceAll("-", "_"),
          value: "canary-by-sdk",
        };
        const write = { ...connected, action_id: "secrets.set", input };
        assert.equal((await calls.try("executeAction", write)).error?.code, "IDEMPOTENCY_KEY_REQUIRED");
        const { ledger } = stage().provider;
        const already = ledger.effects.length;
        const keyed = { ...write, idempotencyKey: uniqueName("key") };
        const first = await calls.do<ExecutedAction & { replayed: boolean }>("executeAction", keyed);
        const again = await calls.do<ExecutedAction & { replayed: boolean }>("executeAction", keyed);
        assert.deepEqual([first.replayed, again.replayed], [false, true]);
        assert.equal(again.execution.id, first.execution.id);
        assert.equal(ledger.effects.length - already, 1);
      });

      verifies("sdk.flow", `${name} finds and resolves an unknown outcome`, async () => {
        const connected = await calls.connected("secrets.set");
        const { tenant_id } = connected;
        const { provider } = stage();
        const already = provider.ledger.effects.length;
        provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
        const idempotencyKey = uniqueName("key");
        const input = { ...devConfig, name: "SDK_LOST_RESPONSE", value: "canary-lost" };
        const write = { ...connected, action_id: "secrets.set", input, idempotencyKey };
        const { error, shown } = await calls.try("executeAction", write);
        assert.deepEqual([error?.class, error?.idempotencyKey], ["ActionOutcomeUnknownError", idempotencyKey]);
        assert.deepEqual([error?.evidence, error?.evidenceMayCome], ["none", false]);
        const named = { tenant_id, execution_id: error?.executionId };
        assert.equal((await calls.try("settleExecution", named)).error?.code, "EVIDENCE_NOT_AVAILABLE");
        assert.doesNotMatch(shown, /canary-lost/);
        const found = await calls.do<Execution[]>("listExecutions", { tenant_id, idempotencyKey });
        assert.deepEqual(
          found.map(({ id, status }) => [id, status]),
          [[error?.executionId, "outcome_unknown"]],
        );
        const verdict = { ...named, outcome: "succeeded", note: "Read it back." };
        assert.equal((await calls.do<Execution>("resolveExecution", verdict)).status, "succeeded");
        assert.equal(provider.ledger.effects.length - already, 1);
        const events = await calls.do<{ type: string }[]>("listEvents", { tenant_id });
        assert.ok(events.some(({ type }) => type === "action_execution.resolved"));
      });

      verifies("sdk.flow", `${name} waits for evidence to settle an unknown outcome`, async () => {
        const connected = await calls.connected();
        const { tenant_id } = connected;
        const { provider } = stage();
        const already = provider.ledger.effects.length;
        provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
        // The check inside the call gets failures from the provider; each of its reads is tried three times.
        const read = { method: "GET", path: "/v3/configs/config/secret" } as const;
        for (let tries = 0; tries < 3; tries += 1) provider.faults.add({ match: read, fault: { kind: "html_502" } });
        const input = {
          ...devConfig,
          name: uniqueName("SDK").toUpperCase().replaceAll("-", "_"),
          value: "canary-lost",
        };
        const idempotencyKey = uniqueName("key");
        const write = { ...connected, action_id: "secrets.set", input, idempotencyKey };
        const { error } = await calls.try("executeAction", write);
        assert.deepEqual(
          [error?.class, error?.evidence, error?.evidenceMayCome],
          ["ActionOutcomeUnknownError", "automatic", true],
        );
        const named = { tenant_id, execution_id: error?.executionId };
        // svc may have checked on its own in the meantime.
        const settled = await calls.try("settleExecution", named);
        assert.ok(settled.error === undefined || settled.error.code === "EXECUTION_NOT_UNKNOWN");
        const waited = await calls.do<Execution>("waitForExecution", named);
        assert.deepEqual([waited.status, waited.settlement?.by], ["succeeded", "evidence"]);
        const again = await calls.do<ExecutedAction & { replayed: boolean }>("executeAction", write);
        assert.deepEqual([again.replayed, again.execution.id], [true, error?.executionId]);
        assert.equal(provider.ledger.effects.length - already, 1);
      });

      verifies("sdk.flow", `${name} proposes a call that is approved, and sees svc execute it once`, async () => {
        const connected = await calls.connected();
        const { tenant_id } = connected;
        const { server, client, provider } = stage();
        const name = uniqueName("decider");
        const add = ["service-clients", "add-key", client.id, "--key-name", name];
        const { key: decider } = await operateJson<{ key: string }>(server, add);
        await operateJson(server, ["service-clients", "update-key", client.id, name, "--may-decide"]);
        const { token } = await calls.do<{ token: string }>("createDelegatedToken", {
          tenant_id,
          requireApproval: true,
        });
        const already = provider.ledger.effects.length;
        const secret = uniqueName("SDK").toUpperCase().replaceAll("-", "_");
        const input = { ...devConfig, name: secret, value: "canary-proposed" };
        const write = { ...connected, action_id: "doppler/secrets.set", input, idempotencyKey: uniqueName("key") };
        const { error, shown } = await calls.try("executeAction", write, token);
        assert.equal(error?.class, "ApprovalRequiredError");
        assert.doesNotMatch(shown, /canary-proposed/);
        const proposal = error.proposal as Proposal;
        assert.deepEqual((await calls.try("proposeAction", write, token)).result, proposal);
        assert.deepEqual(await calls.do("listProposals", { tenant_id, status: "pending" }), [proposal]);
        const test = { ...connected, action_id: "secrets.set" };
        const { result: verdict } = await calls.try("testPolicy", test, token);
        assert.equal((verdict as PolicyVerdict).decision, "ask");
        const decision = { decision: "approve", digest: proposal.digest, decidedBy: "maria@example.com" };
        const named = { tenant_id, proposal_id: proposal.id };
        const refused = await calls.try("decideProposal", { ...named, ...decision }, token);
        assert.deepEqual([refused.error?.class, refused.error?.code], ["PermissionError", "DECISION_NOT_ALLOWED"]);
        const approved = await calls.try("decideProposal", { ...named, ...decision }, decider);
        assert.equal((approved.result as Proposal).status, "approved");
        // The SDK under test doesn't really sleep between its polls.
        await until(10_000, "svc executes it", async () =>
          (await calls.do<Proposal>("getProposal", named)).status === "accepted" ? true : null,
        );
        const { execution_id } = await calls.do<Proposal>("waitForProposal", named);
        assert.equal((await calls.do<Execution>("waitForExecution", { tenant_id, execution_id })).status, "succeeded");
        const replay = await calls.try("executeAction", write, token);
        assert.equal((replay.result as ExecutedAction & { replayed: boolean }).replayed, true);
        assert.equal(((await calls.try("proposeAction", write, token)).result as Proposal).status, "accepted");
        assert.equal(provider.ledger.effects.length - already, 1);
      });

      verifies("sdk.flow", `${name} reads the server's own refusals`, async () => {
        const wrongKey = await calls.try("getServiceClient", {}, withOtherEnd(stage().client.key));
        assert.deepEqual([wrongKey.error?.class, wrongKey.error?.code], ["AuthenticationError", "UNAUTHENTICATED"]);
        const { tenant_id } = await calls.connected();
        const stranger = { tenant_id: `${tenant_id.slice(0, -1)}${tenant_id.endsWith("0") ? "1" : "0"}` };
        assert.equal((await calls.try("listConnections", stranger)).error?.class, "NotFoundError");
        const { error } = await calls.try("updateTenant", { tenant_id, displayName: "" });
        assert.equal(error?.class, "InvalidRequestError");
        assert.deepEqual((error?.errors as { pointer: string }[] | undefined)?.[0]?.pointer, "/displayName");
      });
    });
  }
};

/** The settings of the server that the flow needs. */
export const flowOptions = { env: { SVC_SETTLE: "automatic" } } as const;
