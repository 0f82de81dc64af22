/** Action ids with and without their provider. */
import type { Row } from "../row.ts";

const tenant = "/v1/tenants/ten_1";
const connection = `${tenant}/connections/con_1`;
const executed = { execution: { id: "act_1" }, output: null };
const read = { tenant_id: "ten_1", connection_id: "con_1", action_id: "doppler/secrets.get", input: {} };
const wanted = {
  provider: "doppler",
  authKind: "static_credential",
  allowedOrigin: "https://a.test",
  returnUrl: "https://a.test/",
} as const;

/** Rows about action ids. */
export const actionIdRows: readonly Row[] = [
  {
    name: "executes doppler/secrets.get as secrets.get on a connection to doppler",
    operation: "executeAction",
    arguments: read,
    responses: [
      { status: 200, body: { id: "con_1", provider: "doppler" } },
      { status: 200, body: executed },
    ],
    requests: [
      { method: "GET", path: connection },
      { method: "POST", path: `${connection}/actions/secrets.get:execute`, body: { input: {} } },
    ],
    result: { ...executed, replayed: false },
  },
  {
    name: "doesn't execute doppler/secrets.get on another provider's connection",
    operation: "executeAction",
    arguments: read,
    responses: [{ status: 200, body: { id: "con_1", provider: "github" } }],
    requests: [{ method: "GET", path: connection }],
    error: { class: "ArgumentError", code: "ACTION_NOT_FOUND" },
  },
  {
    name: "fetches doppler/secrets.get as secrets.get",
    operation: "getAction",
    arguments: { tenant_id: "ten_1", slug: "doppler", action_id: "doppler/secrets.get" },
    responses: [{ status: 200, body: { id: "secrets.get" } }],
    requests: [{ method: "GET", path: `${tenant}/providers/doppler/actions/secrets.get` }],
    result: { id: "secrets.get" },
  },
  {
    name: "doesn't look up another provider's action",
    operation: "getAction",
    arguments: { tenant_id: "ten_1", slug: "doppler", action_id: "github/secrets.get" },
    responses: [],
    requests: [],
    error: { class: "ArgumentError", code: "ACTION_NOT_FOUND" },
  },
  {
    name: "requests actions with and without their provider",
    operation: "createConnectSession",
    arguments: {
      tenant_id: "ten_1",
      ...wanted,
      requestedActions: ["doppler/secrets.get", "secrets.set"],
      idempotencyKey: "k",
    },
    responses: [{ status: 201, body: { id: "cs_1" } }],
    requests: [
      {
        method: "POST",
        path: `${tenant}/connect-sessions`,
        body: { ...wanted, requestedActions: ["secrets.get", "secrets.set"] },
        key: "k",
      },
    ],
    result: { id: "cs_1" },
  },
  {
    name: "keeps the executions of the provider in an action's id",
    operation: "listExecutions",
    arguments: { tenant_id: "ten_1", action_id: "doppler/secrets.get" },
    responses: [
      {
        status: 200,
        body: {
          executions: [
            { id: "act_2", provider: "github" },
            { id: "act_1", provider: "doppler" },
          ],
          nextCursor: null,
        },
      },
    ],
    requests: [{ method: "GET", path: `${tenant}/action-executions?action_id=secrets.get` }],
    result: [{ id: "act_1", provider: "doppler" }],
  },
];
