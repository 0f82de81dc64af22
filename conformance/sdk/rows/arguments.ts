/** Arguments that are refused before anything is sent. */
import type { Row } from "../row.ts";

const write = { tenant_id: "ten_1", connection_id: "con_1", action_id: "secrets.set", input: { value: "canary" } };
const nothing = { responses: [{ status: 200, body: {} }], requests: [] } as const;
const profile = { operation: "getServiceClient", ...nothing } as const;

const wrongTokens = ["", " ", "svc_live_canary b", "svc_live_canary\n", "svc_live_canary\u00e9"];
const wrongUrls = [
  "127.0.0.1:80",
  "ftp://x",
  "https://a:canary@x",
  "https://x?a=canary",
  "https://x#canary",
  "https://x:port",
  "https://",
];
const wrongKeys = ["", " padded", "two words", "line\nbreak", "\u00fc", "k".repeat(256)];

/** Rows about settings and arguments. */
export const argumentRows: readonly Row[] = [
  ...wrongTokens.map((token): Row => ({
    name: `refuses to start with the token ${JSON.stringify(token)}`,
    ...profile,
    settings: { token },
    error: { class: "SvcError" },
  })),
  ...wrongUrls.map((baseUrl): Row => ({
    name: `refuses to start with the base URL ${JSON.stringify(baseUrl)}`,
    ...profile,
    settings: { baseUrl },
    error: { class: "SvcError" },
  })),
  ...wrongKeys.map((idempotencyKey): Row => ({
    name: `sends nothing with the key ${JSON.stringify(idempotencyKey.slice(0, 20))}`,
    operation: "executeAction",
    arguments: { ...write, idempotencyKey },
    ...nothing,
    error: { class: "ArgumentError", code: "IDEMPOTENCY_KEY_INVALID" },
  })),
  ...["", ".", ".."].flatMap((id): Row[] => [
    {
      name: `sends nothing to the tenant ${JSON.stringify(id)}`,
      operation: "listProviders",
      arguments: { tenant_id: id },
      ...nothing,
      error: { class: "ArgumentError", code: "INVALID_REQUEST" },
    },
    {
      name: `doesn't disconnect the connection ${JSON.stringify(id)}`,
      operation: "disconnectConnection",
      arguments: { tenant_id: "ten_1", connection_id: id },
      ...nothing,
      error: { class: "ArgumentError", code: "INVALID_REQUEST" },
    },
  ]),
  ...[0, -1, 2 ** 31].map((timeoutMs): Row => ({
    name: `sends nothing with a time limit of ${timeoutMs} ms`,
    operation: "getServiceClient",
    arguments: { timeoutMs },
    ...nothing,
    error: { class: "ArgumentError", code: "INVALID_REQUEST" },
  })),
  {
    name: "encodes an id so that it can't escape the tenant",
    operation: "getConnection",
    arguments: { tenant_id: "ten_1", connection_id: "../../ten_2/connections/con_1?x#y z\u00e9(1)*'!~" },
    responses: [{ status: 200, body: { id: "con_1" } }],
    requests: [
      {
        method: "GET",
        path: "/v1/tenants/ten_1/connections/..%2F..%2Ften_2%2Fconnections%2Fcon_1%3Fx%23y%20z%C3%A9(1)*'!~",
      },
    ],
    result: { id: "con_1" },
  },
  {
    name: "sends text in every script unchanged",
    operation: "createTenant",
    arguments: {
      externalId: '\u00fc \u65e5\u672c \ud83d\ude80 "quoted" \\',
      displayName: "\u0000",
      idempotencyKey: "k",
    },
    responses: [{ status: 201, body: { displayName: "\u65e5\u672c \ud83d\ude80" } }],
    requests: [
      {
        method: "POST",
        path: "/v1/tenants",
        body: { externalId: '\u00fc \u65e5\u672c \ud83d\ude80 "quoted" \\', displayName: "\u0000" },
        key: "k",
      },
    ],
    result: { displayName: "\u65e5\u672c \ud83d\ude80" },
  },
  {
    name: "changes only a label",
    operation: "updateTenant",
    arguments: { tenant_id: "ten_1", label: "eu" },
    responses: [{ status: 200, body: { label: "eu" } }],
    requests: [{ method: "PATCH", path: "/v1/tenants/ten_1", body: { label: "eu" } }],
    result: { label: "eu" },
  },
];
