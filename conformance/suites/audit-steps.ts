/** The events of each route that changes something, for audit-events.test.ts. */
import assert from "node:assert/strict";
import type { Execution } from "@svc/contract";
import { devConfig, openSession, uniqueName, updateClient } from "../harness/index.ts";
import type { Step } from "./audit-step.ts";
import { proposalSteps } from "./audit-proposal-steps.ts";
import { sessionSteps } from "./audit-session-steps.ts";
import { tokenSteps } from "./audit-token-steps.ts";
import { webhookSteps } from "./audit-webhook-steps.ts";

const connection = "/v1/tenants/{tenant_id}/connections/{connection_id}";
const execute = `post ${connection}/actions/{action_id}:execute`;
const imports = "post /v1/tenants/{tenant_id}/connections:import";
const keyed = (): { idempotencyKey: string } => ({ idempotencyKey: uniqueName("events") });

function importStep(name: string, fields: Readonly<Record<string, unknown>>, status: number, event: string): Step {
  return {
    route: imports,
    case: name,
    async does({ fixture, caller, tenantId }) {
      await updateClient(fixture.server, fixture.client.id, "--allow-import");
      const credential = { access_token: fixture.provider.tokens[status === 200 ? "serviceAccount" : "revoked"] };
      const wanted = { provider: "doppler", authKind: "static_credential", requestedActions: ["secrets.get"] };
      const body = { ...wanted, credential, ...fields };
      return () => caller.post(`/v1/tenants/${tenantId}/connections:import`, body, keyed());
    },
    status,
    events: [event],
  };
}

const importSteps: readonly Step[] = [
  importStep("made", {}, 200, "connection.created"),
  importStep("a dry run", { dryRun: true }, 200, "connection.import_tried"),
  importStep("refused", {}, 422, "connection.import_refused"),
];

const otherSteps: readonly Step[] = [
  {
    route: "post /v1/tenants",
    case: "made",
    does: async ({ caller }) => {
      const body = { externalId: uniqueName("events"), displayName: "Acme" };
      return () => caller.post("/v1/tenants", body, keyed());
    },
    status: 201,
    events: ["tenant.created"],
  },
  {
    route: "patch /v1/tenants/{tenant_id}",
    case: "renamed",
    does:
      async ({ caller, tenantId }) =>
      () =>
        caller.patch(`/v1/tenants/${tenantId}`, { displayName: "New" }),
    status: 200,
    events: ["tenant.renamed"],
  },
  {
    route: "patch /v1/tenants/{tenant_id}",
    case: "relabeled",
    does:
      async ({ caller, tenantId }) =>
      () =>
        caller.patch(`/v1/tenants/${tenantId}`, { label: "eu" }),
    status: 200,
    events: ["tenant.relabeled"],
  },
  {
    route: "delete /v1/tenants/{tenant_id}",
    case: "with two connections, one of them disconnected, and an open session",
    async does({ fixture, caller }) {
      const { tenantId, path } = await fixture.connected({ caller });
      await fixture.connected({ caller, tenantId });
      await caller.delete(path);
      await openSession(caller, tenantId);
      return () => caller.delete(`/v1/tenants/${tenantId}`);
    },
    status: 204,
    events: ["tenant.deleted", "connection.disconnected", "connect_session.cancelled"],
  },
  ...importSteps,
  {
    route: `post ${connection}:test`,
    case: "alive",
    does:
      async ({ caller, connected }) =>
      () =>
        caller.post(`${connected.path}:test`, undefined, keyed()),
    status: 200,
    events: ["connection.tested"],
  },
  {
    route: execute,
    case: "a read",
    does:
      async ({ connected }) =>
      () =>
        connected.execute("secrets.names.list", devConfig),
    status: 200,
    events: ["credential.used"],
  },
  {
    route: execute,
    case: "a write",
    does:
      async ({ connected }) =>
      () =>
        connected.set(uniqueName("EVENT").replaceAll("-", "_").toUpperCase(), uniqueName("k")),
    status: 200,
    events: ["credential.used"],
  },
  {
    route: execute,
    case: "with a credential that the provider has revoked",
    async does({ fixture, caller, tenantId }) {
      const { provider } = fixture;
      const { grants, workplace } = provider.world.tokenByValue(provider.tokens.serviceAccount) ?? assert.fail();
      const value = `dp.sa.${uniqueName("revoked").replaceAll("-", "").padEnd(43, "r")}`;
      const of = { kind: "service_account", access: "read", expiresAtMs: null } as const;
      provider.world.addToken({ name: uniqueName("token"), value, workplace, grants, ...of });
      const connected = await fixture.connected({ caller, tenantId, credential: value });
      provider.world.revoke(value);
      return () => connected.execute("secrets.names.list", devConfig);
    },
    status: 409,
    events: ["credential.used", "connection.needs_reconnect"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/action-executions/{execution_id}:settle",
    case: "proved",
    async does({ fixture, caller, connected, tenantId }) {
      const lost = { kind: "close_before_response", effect: true } as const;
      fixture.provider.faults.add({ match: { method: "POST" }, fault: lost });
      const response = await connected.set(uniqueName("PROVED").replaceAll("-", "_").toUpperCase(), uniqueName("lost"));
      const { execution_id: id } = response.problem();
      return () => caller.post(`/v1/tenants/${tenantId}/action-executions/${id ?? ""}:settle`);
    },
    status: 200,
    events: ["credential.used", "action_execution.settled"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/action-executions/{execution_id}:resolve",
    case: "settled",
    async does({ fixture, caller, connected, tenantId }) {
      fixture.provider.faults.add({ match: { method: "POST" }, fault: { kind: "html_502" } });
      const response = await connected.set("EVENT_UNKNOWN", uniqueName("unknown"));
      const { execution_id: id } = response.problem();
      const path = `/v1/tenants/${tenantId}/action-executions/${id ?? ""}`;
      assert.equal(((await caller.get(path)).json as Execution).status, "outcome_unknown");
      return () => caller.post(`${path}:resolve`, { outcome: "failed", note: "Looked it up." });
    },
    status: 200,
    events: ["action_execution.resolved"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/mcp",
    case: "a list of tools uses no credential",
    does:
      async ({ caller, tenantId }) =>
      () => {
        const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
        const accept: [string, string] = ["accept", "application/json, text/event-stream"];
        return caller.send("POST", `/v1/tenants/${tenantId}/mcp`, body, { headers: [accept] });
      },
    status: 200,
    events: [],
  },
  {
    route: `delete ${connection}`,
    case: "ended",
    does:
      async ({ caller, connected }) =>
      () =>
        caller.delete(connected.path),
    status: 200,
    events: ["connection.disconnected"],
  },
];

/** Every step; those that disconnect the connection come last. */
export const steps: readonly Step[] = [
  ...sessionSteps,
  ...otherSteps,
  ...proposalSteps,
  ...tokenSteps,
  ...webhookSteps,
];
