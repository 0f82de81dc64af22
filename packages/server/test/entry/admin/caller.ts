/** Calls the admin API, and checks each response against its operation's schema. */
import assert from "node:assert/strict";
import { adminOperations, type AdminOperationId, type OperatorRole, Problem } from "@svc/contract";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";
import type { Fixture } from "../console/fixture.ts";

/** What a call sends. Path parameters are filled in by name. */
export type Sent = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: object | undefined;
  headers?: Readonly<Record<string, string>>;
};

/** A response, checked. */
export type Answer = {
  status: number;
  /** The resource, or the problem. */
  body: Readonly<Record<string, unknown>>;
  /** The code of the problem; "" without one. */
  code: string;
  etag: string;
};

/** Sends a request for an operation. @param token "" for none. */
export async function call(origin: string, token: string, id: AdminOperationId, sent: Sent = {}): Promise<Answer> {
  const { method, path, success } = adminOperations[id];
  const { params = {}, query = {}, body, headers = {} } = sent;
  const at = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? "none"));
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${origin}${at}${search === "" ? "" : `?${search}`}`, {
    method,
    headers: {
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value = (await response.json()) as Answer["body"];
  const isGood = response.status === success.status;
  const faults = compileSchema(isGood ? success.schema : Problem)(value);
  assert.deepEqual(faults, [], `${id}: ${JSON.stringify(value)}`);
  const code = isGood ? "" : String(value["code"]);
  return { status: response.status, body: value, code, etag: response.headers.get("etag") ?? "" };
}

/** Calls with one token. */
export type Caller = (id: AdminOperationId, sent?: Sent) => Promise<Answer>;

/** Creates a token with a role. @returns calls with it, and its public id. */
export async function callerAs(fixture: Fixture, role: OperatorRole): Promise<{ call: Caller; tokenId: string }> {
  const { token, secret } = await fixture.tokens.create({ name: `the ${role}`, role, expiresInDays: 1 });
  return { tokenId: token.id, call: (id, sent) => call(fixture.origin, secret, id, sent) };
}
