/**
 * The audit events of each route that proposes, decides or ends a call that needs approval, for audit-events.test.ts.
 */
import type { Proposal } from "@svc/contract";
import {
  Caller,
  devConfig,
  operateJson,
  uniqueName,
  until,
  type HttpResponse,
  type Connected,
} from "../harness/index.ts";
import type { Step, StepContext } from "./audit-step.ts";
import { decide, proposalOf, reached, secret } from "./proposal-fixture.ts";
import { make, path as tokens } from "./token-fixture.ts";

const action = "post /v1/tenants/{tenant_id}/connections/{connection_id}/actions/{action_id}";
const key = () => ({ idempotencyKey: uniqueName("events") });
/** The preview reads names, with the connection's credential. */
const proposed = ["credential.used", "proposal.created"];

/** Proposes to set a secret. */
export function propose({ caller, path }: Connected, name: string): Promise<HttpResponse> {
  return caller.post(`${path}/actions/secrets.set:propose`, { input: secret(name) }, key());
}

/** A key that may decide about proposals of the context's own key. */
async function makeDecider({ fixture: { server, client }, caller }: StepContext): Promise<Caller> {
  const name = uniqueName("decider");
  const made = await operateJson<{ key: string }>(server, [
    "service-clients",
    "add-key",
    client.id,
    "--key-name",
    name,
  ]);
  await operateJson(server, ["service-clients", "update-key", client.id, name, "--may-decide"]);
  return new Caller(caller.http, made.key);
}

/** A proposal of the context's own key, and a key that may decide about it. */
async function waiting(context: StepContext): Promise<{ proposal: Proposal; decider: Caller }> {
  const proposal = proposalOf(await propose(await context.fixture.connected(), "AUDITED"));
  return { proposal, decider: await makeDecider(context) };
}

export const proposalSteps: readonly Step[] = [
  {
    route: `${action}:propose`,
    case: "made",
    async does({ fixture }) {
      const connected = await fixture.connected();
      return () => propose(connected, "PROPOSED");
    },
    status: 202,
    events: proposed,
  },
  {
    route: `${action}:execute`,
    case: "by a token whose calls need approval",
    async does({ fixture, caller }) {
      const connected = await fixture.connected();
      const { caller: asker } = await make(caller, connected.tenantId, { requireApproval: true });
      return () => connected.by(asker).set("ASKED", uniqueName("events"));
    },
    status: 202,
    events: proposed,
  },
  {
    route: "post /v1/tenants/{tenant_id}/proposals/{proposal_id}:decide",
    case: "approved, and executed by svc",
    async does(context) {
      const { proposal, decider } = await waiting(context);
      return async () => {
        const response = await decide(decider, proposal);
        const { execution_id: id } = await reached(context.caller, proposal, "accepted");
        const execution = `/v1/tenants/${proposal.tenant_id}/action-executions/${id ?? ""}`;
        await until(10_000, "it ends", async () => {
          const { completedAt } = (await context.caller.get(execution)).json as { completedAt: string | null };
          return completedAt;
        });
        return response;
      };
    },
    status: 200,
    events: ["credential.used", "proposal.approved"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/proposals/{proposal_id}:decide",
    case: "denied",
    async does(context) {
      const { proposal, decider } = await waiting(context);
      return () => decide(decider, proposal, "deny", { reason: "Not today." });
    },
    status: 200,
    events: ["proposal.denied"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/proposals/{proposal_id}:decide",
    case: "by the key that proposed",
    async does({ fixture }) {
      const connected = await fixture.connected();
      const proposal = proposalOf(await propose(connected, "OWN"));
      return () => decide(connected.caller, proposal);
    },
    status: 403,
    events: ["proposal.decision_refused"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/proposals/{proposal_id}:decide",
    case: "by a token",
    async does({ fixture, caller }) {
      const connected = await fixture.connected();
      const { caller: asker } = await make(caller, connected.tenantId);
      const proposal = proposalOf(await propose(connected.by(asker), "BY_ITS_TOKEN"));
      return () => decide(asker, proposal);
    },
    status: 403,
    events: ["proposal.decision_refused"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/proposals/{proposal_id}:decide",
    case: "with the digest of another call",
    async does(context) {
      const { proposal, decider } = await waiting(context);
      const digest = `1.${"A".repeat(43)}`;
      return () => decide(decider, { ...proposal, digest });
    },
    status: 409,
    events: ["proposal.decision_refused"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/proposals/{proposal_id}:decide",
    case: "a second time",
    async does(context) {
      const { proposal, decider } = await waiting(context);
      await decide(decider, proposal, "deny");
      return () => decide(decider, proposal);
    },
    status: 409,
    events: ["proposal.decision_refused"],
  },
  {
    route: `post ${tokens}/{delegated_token_id}:revoke`,
    case: "with a pending proposal",
    async does({ fixture, caller }) {
      const connected = await fixture.connected();
      const { token, caller: asker } = await make(caller, connected.tenantId);
      const proposal = proposalOf(await propose(connected.by(asker), "REVOKED"));
      return async () => {
        const response = await caller.post(`${tokens}/${token.id}:revoke`);
        await reached(caller, proposal, "withdrawn");
        return response;
      };
    },
    status: 200,
    events: ["delegated_token.revoked", "proposal.withdrawn"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/policy:test",
    case: "a test uses no credential",
    async does({ fixture }) {
      const connected = await fixture.connected();
      const body = { connection_id: connected.id, action_id: "secrets.set", input: devConfig };
      return () => connected.caller.post(`/v1/tenants/${connected.tenantId}/policy:test`, body);
    },
    status: 200,
    events: [],
  },
];
