/** A row of the table: a call, the server's responses, and the expected outcome. The same for every SDK. */
import assert from "node:assert/strict";
import { operationList } from "@svc/contract";
import type { SdkClient, SdkError } from "./client.ts";
import type { ScriptedResponse, ScriptedServer, Seen } from "./scripted-server.ts";

export type ExpectedRequest = {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly body?: unknown;
  /** The idempotency key; `generated` for a new UUIDv7; absent if none may be sent. */
  readonly key?: string;
};

export type Row = {
  readonly name: string;
  readonly operation: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Replaces the scripted server's address, the usual token and the SDK's own number of retries. */
  readonly settings?: { readonly baseUrl?: string; readonly token?: string; readonly maxRetries?: number };
  readonly responses: readonly ScriptedResponse[];
  /** The expected requests, in order; or one that is expected this many times without a difference. */
  readonly requests: readonly ExpectedRequest[] | { readonly times: number; readonly request: ExpectedRequest };
  readonly waitsMs?: readonly number[];
} & ({ readonly result: unknown } | { readonly error: SdkError });

/** The service key of every row. Neither it nor any other text with `canary` may be shown. */
export const rowToken = "svc_live_canaryCANARY0123456789";

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Runs a row and asserts all its expectations. */
export async function assertRow(row: Row, sdk: SdkClient, server: ScriptedServer): Promise<void> {
  const { url, seen } = server.script(row.responses);
  const { baseUrl = url, token = rowToken, ...settings } = row.settings ?? {};
  const call = { baseUrl, token, ...settings, operation: row.operation, arguments: row.arguments ?? {} };
  const outcome = await sdk.call(call);

  if ("result" in row) {
    assert.deepEqual(outcome.error, undefined);
    assert.deepEqual(outcome.result, row.result);
  } else {
    assert.ok(outcome.error !== undefined, `it returned ${JSON.stringify(outcome.result)}`);
    // Only the fields that the row names, but always its class.
    const named = Object.keys(row.error).map((name) => [name, outcome.error?.[name as keyof SdkError]]);
    assert.deepEqual(Object.fromEntries(named), row.error);
  }
  if (row.waitsMs !== undefined) assert.deepEqual(outcome.waitsMs, row.waitsMs);
  assert.doesNotMatch(outcome.shown, /canary/i);
  assertRequests(row, seen);
}

function assertRequests(row: Row, seen: readonly Seen[]): void {
  const { requests } = row;
  const expected = "times" in requests ? Array.from({ length: requests.times }, () => requests.request) : requests;
  assert.deepEqual(
    seen.map(({ method, path, body }) => ({
      method,
      path: inOrder(path),
      body: body === "" ? null : (JSON.parse(body) as unknown),
    })),
    expected.map(({ method, path, body = null }) => ({ method, path: inOrder(path), body })),
  );
  for (const [place, { headers }] of seen.entries()) {
    const key = headers["idempotency-key"];
    if (expected[place]?.key === "generated") assert.match(key ?? "", uuidV7);
    else assert.equal(key, expected[place]?.key);
    assert.equal(headers["authorization"], isPublic(row.operation) ? undefined : `Bearer ${rowToken}`);
    assert.equal(headers["accept"], "application/json");
    assert.match(headers["user-agent"] ?? "", /^svc-sdk(-\w+)?\/\d/);
  }
  if ("times" in requests) {
    const sent = seen.map(({ body, headers }) => `${headers["idempotency-key"]} ${body}`);
    assert.ok(new Set(sent).size <= 1, "a retry differs from the first attempt");
  }
}

/** A path with its query's parameters sorted: their order doesn't matter. */
function inOrder(path: string): string {
  const [before = "", query] = path.split("?");
  return query === undefined ? before : `${before}?${query.split("&").toSorted().join("&")}`;
}

function isPublic(id: string): boolean {
  return operationList.find((operation) => operation.id === id)?.auth === "none";
}

/** A problem document from svc. */
export function problem(
  status: number,
  code: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): ScriptedResponse {
  const fields = { type: `https://docs.test/${code}`, title: code, status, detail: "Said so.", code, requestId: "r1" };
  return {
    status,
    body: { ...fields, retryable: false, ...more },
    headers: { "content-type": "application/problem+json", ...headers },
  };
}
