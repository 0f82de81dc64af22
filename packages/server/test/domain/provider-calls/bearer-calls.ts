/** Calls to a provider whose credential is exchanged for a bearer token, or signs one itself. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { sensitive } from "@svc/contract";
import {
  ProviderFailure,
  staticCredential,
  type BearerSource,
  type IssuedBearer,
  type ProviderPort,
} from "@svc/provider-kit";
import { Type } from "typebox";
import { createBearerTokens, type BearerTokens } from "../../../src/domain/provider-calls/bearer.ts";
import { openProviderCall, type ChangeHooks } from "../../../src/domain/provider-calls/call.ts";
import type { ProviderTransport } from "../../../src/domain/provider-calls/port.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { makeDesk, openDesk } from "./desk.ts";

/** The credential. */
export const secret = "canary-client-secret-0123456789";

/** Returns the source of the bearer tokens; null if the credential is sent in headers. */
export type MakeBearer = (credential: { secret: string }) => BearerSource | null;

/** Exchanges the credential at the token endpoint. */
export const exchange: MakeBearer = (credential) => ({
  kind: "exchange",
  request: { method: "POST", path: ["token"], form: { secret: credential.secret } },
  read(body): IssuedBearer | null {
    const { token, lifetime } = Object(body) as { token?: unknown; lifetime?: number };
    return typeof token === "string" ? { token, lifetimeSeconds: lifetime ?? 3600 } : null;
  },
  refuse: ({ status }) => ({ code: status === 401 ? "PROVIDER_UNAUTHORIZED" : "PROVIDER_REJECTED", detail: "No." }),
});

const authWith = (bearer: MakeBearer, tokenOrigin: string | null) =>
  staticCredential({
    submission: Type.Object({ secret: sensitive(Type.String()) }, { additionalProperties: false }),
    fields: [{ name: "secret", label: "Secret", help: "A secret.", helpUrl: "https://desk.example", pattern: "^.+$" }],
    explain: () => null,
    credentialKind: () => "client",
    headers: () => ({ "x-desk": "1" }),
    bearer,
    ...(tokenOrigin === null ? {} : { tokenOrigin }),
    identify: async () => ({ slug: "a", name: "A" }),
  });

/** The token endpoint's response with a token. */
export const issued = (token: string, lifetime = 3600) => ({ body: { token, lifetime } });
/** A response that refuses the credential or the token. */
export const noToken = { status: 401, body: {} };

const refuse = ({ status }: { status: number }) =>
  ({ code: status === 401 ? "PROVIDER_UNAUTHORIZED" : "PROVIDER_REJECTED" }) as const;

export const read = (port: ProviderPort) => port.read({ method: "GET", path: ["me"] });
export const change = (port: ProviderPort) =>
  port.change({ method: "POST", path: ["notes"], json: {} }, { accept: [200] });

type Calling = {
  transport: ProviderTransport;
  bearerTokens?: BearerTokens;
  version?: number | null;
  bearer?: MakeBearer;
  /** The token endpoint's origin; null for the connection's own. */
  tokenOrigin?: string | null;
  listedOrigin?: string;
  hooks?: ChangeHooks;
};

/** Makes one call and closes it. */
export async function call<Result>(calling: Calling, use: (port: ProviderPort) => Promise<Result>) {
  const { transport, bearerTokens, version = 1, bearer = exchange, hooks = null, listedOrigin } = calling;
  const { tokenOrigin = "https://login.desk.example" } = calling;
  const auth = authWith(bearer, tokenOrigin);
  const opened = openProviderCall({
    transport,
    bearerTokens,
    platform: systemPlatform,
    provider: makeDesk({ auth: [auth], refuse }),
    auth,
    credential: { secret },
    listedOrigin,
    ...(version === null ? {} : { connectionId: "con_1", credentialVersion: version }),
    deadlineMs: systemPlatform.monotonicMs() + 2000,
    retry: { attemptsMax: 3, backoffBaseMs: 1, retryAfterMsMax: 5000 },
    hooks,
  });
  try {
    assert.equal(opened.port.origin, listedOrigin?.split(" ")[1] ?? "https://api.desk.example");
    const result = await use(opened.port).catch((error: unknown) => error);
    return { result, report: opened.report, secrets: opened.secrets() };
  } finally {
    opened.close();
  }
}

/** Asserts that a call failed; returns the refusal. */
export function failureOf(result: unknown): { code: string; detail?: string } {
  assert.ok(result instanceof ProviderFailure, String(result));
  return result.refusal;
}

/** Starts the server and an empty store of tokens. @param responses the server's responses, in order. */
export async function open(t: TestContext, responses: Parameters<typeof openDesk>[1] = []) {
  const { egress, received } = await openDesk(t, responses);
  const lines = () => received.map(({ line, headers }) => `${line} ${String(headers["authorization"])}`);
  return { transport: egress, received, lines, bearerTokens: createBearerTokens(systemPlatform) };
}
