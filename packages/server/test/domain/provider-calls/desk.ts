/**
 * A made-up provider with the features of newer APIs, its server on loopback, and calls to it through the real outbound
 * client.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { text } from "node:stream/consumers";
import { sensitive } from "@svc/contract";
import {
  defineProvider,
  judgeGraphql,
  staticCredential,
  toMarker,
  type BodyVerdict,
  type OAuthAuth,
  type Provider,
  type ProviderResponse,
  type ProviderPort,
} from "@svc/provider-kit";
import { Type } from "typebox";
import { createEgress } from "../../../src/adapters/egress/index.ts";
import { openProviderCall, type ChangeHooks, type ProviderCall } from "../../../src/domain/provider-calls/call.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { patientLimits } from "../../adapters/egress/raw-server.ts";

/** A request as the server received it. */
export type Received = { line: string; headers: Readonly<Record<string, unknown>>; body: string };
/** The server's next response; a body that isn't text is written as JSON. */
export type Next = { status?: number; headers?: Record<string, string>; body: unknown };

const key = staticCredential({
  submission: Type.Object({ key: sensitive(Type.String()) }, { additionalProperties: false }),
  fields: [{ name: "key", label: "Key", help: "A key.", helpUrl: "https://desk.example", pattern: "^.+$" }],
  explain: () => null,
  credentialKind: () => "key",
  headers: (credential) => ({ authorization: credential.key }),
  identify: async () => ({ slug: "a", name: "A" }),
});

/** Its OAuth auth: the same header in another form, and a workspace that a read finds. */
export const deskOAuth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://auth.desk.example",
    authorizationPath: ["authorize"],
    tokenPath: ["token"],
    issuers: [],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
  },
  grantedScopes: ({ requested }) => requested,
  impliedScopes: {},
  scopeWords: {},
  credentialKind: () => "token",
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  connectionFacts: { site: { pattern: "^[a-z0-9-]+$" }, team: { member: ["team", "id"], pattern: "^T[0-9]+$" } },
  async discover(port) {
    const { body } = await port.read({ method: "GET", path: ["sites"] });
    return Object(body) as Record<string, string>;
  },
  async identify(port) {
    await port.read({ method: "GET", path: ["me"] });
    const { site = "", team = "" } = port.connectionFacts;
    return { slug: `${site}/${team}`, name: "Desk" };
  },
};

function judge({ body, status }: ProviderResponse): BodyVerdict {
  const { ok, error, errors } = Object(body) as { ok?: unknown; error?: unknown; errors?: unknown };
  if (error === "throw") throw new Error("a defect");
  if (errors !== undefined) {
    return judgeGraphql({ body }, ({ extensions }) =>
      extensions["code"] === "FORBIDDEN" ? { code: "PROVIDER_FORBIDDEN" } : null,
    );
  }
  if (ok !== false || status !== 200) return { verdict: "accepted" };
  if (error === "ratelimited") return { verdict: "refused", refusal: { code: "PROVIDER_RATE_LIMITED" } };
  return error === "no_permission"
    ? { verdict: "refused", refusal: { code: "PROVIDER_FORBIDDEN" } }
    : { verdict: "unknown" };
}

/** Creates the provider. @param change replaces parts of it. */
export function makeDesk(change: Partial<Provider> = {}): Provider {
  return defineProvider({
    slug: "desk",
    name: "Desk",
    description: "Notes.",
    docsUrl: "https://desk.example/docs",
    origin: "https://api.desk.example",
    requestIdHeader: "x-request-id",
    requestHeaders: ["Idempotency-Key"],
    postReads: [{ path: ["search"] }],
    graphql: { path: ["graphql"] },
    limitStatuses: [200, 403],
    refuse: ({ status, body }) => {
      const { reason } = Object(body) as { reason?: unknown };
      if (status === 403 && reason === "rateLimitExceeded") return { code: "PROVIDER_RATE_LIMITED" };
      return { code: status === 403 ? "PROVIDER_FORBIDDEN" : "PROVIDER_REJECTED" };
    },
    judge,
    auth: [key, deskOAuth],
    actions: [],
    ...change,
  });
}

/** Starts the server and the outbound client. @param responses the server's responses, in order; then `{ok: true}`. */
export async function openDesk(t: TestContext, responses: Next[] = []) {
  const received: Received[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    received.push({ line: `${request.method ?? ""} ${request.url ?? ""}`, headers: request.headers, body });
    const { status = 200, headers = {}, body: next } = responses.shift() ?? { body: { ok: true } };
    response.writeHead(status, headers).end(typeof next === "string" ? next : JSON.stringify(next));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const common = { provider: "desk", origin, requestIdHeader: "x-request-id", responseHeaders: [], loopbackOnly: true };
  const egress = createEgress({
    targets: [
      { ...common, service: "api", requestHeaders: ["idempotency-key"] },
      { ...common, service: "authorization" },
    ],
    limits: { ...patientLimits, responseBodyBytesMax: 1024 },
    userAgent: "svc-test",
    monotonicMs: systemPlatform.monotonicMs,
    nowMs: systemPlatform.nowMs,
  });
  t.after(async () => {
    await egress.close();
    server.close();
  });
  return { received, egress };
}

const hooks: ChangeHooks = {
  acceptsFacts: () => true,
  beforeSend: () => Promise.resolve(true),
  mayStillSend: () => true,
  onLate: () => undefined,
};

/** Runs one call. @param options.credential the static key by default. */
export async function callDesk<Result>(
  { egress }: Pick<Awaited<ReturnType<typeof openDesk>>, "egress">,
  run: (port: ProviderPort) => Promise<Result>,
  options: { provider?: Provider; credential?: unknown; changes?: boolean } = {},
): Promise<{ result: Result | Error; report: ProviderCall["report"] }> {
  const { provider = makeDesk(), credential = { key: "canary-key" }, changes = true } = options;
  const isToken = Object.hasOwn(Object(credential) as object, "accessToken");
  const call = openProviderCall({
    transport: egress,
    platform: systemPlatform,
    provider,
    auth: isToken ? deskOAuth : key,
    credential,
    deadlineMs: systemPlatform.monotonicMs() + 20_000,
    retry: { attemptsMax: 3, backoffBaseMs: 1, retryAfterMsMax: 5000 },
    hooks: changes ? hooks : null,
    marker: () => toMarker(Buffer.alloc(16, 7)),
  });
  try {
    return { result: await run(call.port).catch((error: Error) => error), report: call.report };
  } finally {
    call.close();
  }
}
