/** The audit events of each route that changes a delegated token, for audit-events.test.ts. */
import assert from "node:assert/strict";
import type { CreatedDelegatedToken } from "@svc/contract";
import { begunSignIn } from "./agent-sign-in-fixture.ts";
import { Caller, devConfig, uniqueName } from "../harness/index.ts";
import type { StepContext, Step } from "./audit-step.ts";

const tokens = "/v1/delegated-tokens";

async function made({ caller, tenantId }: StepContext, fields: object = {}): Promise<Required<CreatedDelegatedToken>> {
  const response = await caller.post(
    tokens,
    { tenant_id: tenantId, ...fields },
    { idempotencyKey: uniqueName("token") },
  );
  assert.equal(response.status, 201, response.text);
  return response.json as Required<CreatedDelegatedToken>;
}

const authorizations = "/v1/agent-authorizations/{agent_authorization_id}";

export const tokenSteps: readonly Step[] = [
  ...(["approve", "deny"] as const).map((verb): Step => ({
    route: `post ${authorizations}:${verb}`,
    case: verb,
    async does({ fixture, caller, tenantId }) {
      const id = await begunSignIn(fixture.server.url, tenantId);
      const body = { tenant_id: tenantId, subject: "user-318", actions: [] };
      return () => caller.post(`/v1/agent-authorizations/${id}:${verb}`, verb === "approve" ? body : undefined);
    },
    status: 200,
    events: [verb === "approve" ? "agent_authorization.approved" : "agent_authorization.denied"],
  })),
  {
    route: "post /mcp",
    case: "a list of tools uses no credential",
    async does(context) {
      const { token } = await made(context);
      const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const accept: [string, string] = ["accept", "application/json, text/event-stream"];
      return () => new Caller(context.caller.http, token).post("/mcp", body, { headers: [accept] });
    },
    status: 200,
    events: [],
  },
  {
    route: `post ${tokens}`,
    case: "created with a key",
    does: async (context) => () =>
      context.caller.post(tokens, { tenant_id: context.tenantId }, { idempotencyKey: uniqueName("token") }),
    status: 201,
    events: ["delegated_token.created"],
  },
  {
    route: `post ${tokens}`,
    case: "created with a token",
    async does(context) {
      const { token } = await made(context);
      return () =>
        new Caller(context.caller.http, token).post(
          tokens,
          { tenant_id: context.tenantId },
          { idempotencyKey: uniqueName("token") },
        );
    },
    status: 201,
    events: ["delegated_token.created"],
  },
  {
    route: `post ${tokens}`,
    case: "wider than its parent",
    async does(context) {
      const { token } = await made(context, { maxEffect: "read" });
      const body = { tenant_id: context.tenantId, maxEffect: "write" };
      return () => new Caller(context.caller.http, token).post(tokens, body, { idempotencyKey: uniqueName("token") });
    },
    status: 403,
    events: ["delegated_token.refused"],
  },
  {
    route: `post ${tokens}`,
    case: "with a revoked token",
    async does(context) {
      const { id, token } = await made(context);
      await context.caller.post(`${tokens}/${id}:revoke`);
      return () =>
        new Caller(context.caller.http, token).post(
          tokens,
          { tenant_id: context.tenantId },
          { idempotencyKey: uniqueName("token") },
        );
    },
    status: 401,
    events: ["delegated_token.refused"],
  },
  {
    route: "post /v1/tenants/{tenant_id}/connections/{connection_id}/actions/{action_id}:execute",
    case: "with a token whose budget is used up",
    async does({ fixture, caller }) {
      const connected = await fixture.connected();
      const body = { tenant_id: connected.tenantId, maxExecutions: 1 };
      const { token } = (await caller.post(tokens, body, { idempotencyKey: uniqueName("token") }))
        .json as Required<CreatedDelegatedToken>;
      const held = connected.by(new Caller(caller.http, token));
      assert.equal((await held.execute("secrets.names.list", devConfig)).status, 200);
      return () => held.execute("secrets.names.list", devConfig);
    },
    status: 403,
    events: ["action.refused"],
  },
  {
    route: `post ${tokens}/{delegated_token_id}:revoke`,
    case: "with one created from it",
    async does(context) {
      const { id, token } = await made(context);
      await new Caller(context.caller.http, token).post(
        tokens,
        { tenant_id: context.tenantId },
        { idempotencyKey: uniqueName("token") },
      );
      return () => context.caller.post(`${tokens}/${id}:revoke`);
    },
    status: 200,
    events: ["delegated_token.revoked", "delegated_token.revoked"],
  },
  {
    route: `post ${tokens}:revoke`,
    case: "by label",
    async does(context) {
      await made(context, { label: "audited" });
      await made(context);
      return () => context.caller.post(`${tokens}:revoke`, { label: "audited" });
    },
    status: 200,
    events: ["delegated_token.revoked"],
  },
];
