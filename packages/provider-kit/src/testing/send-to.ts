/**
 * Sends an action's requests to a simulated API on loopback, without a server: for tests of providers that svc doesn't
 * include.
 */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { BodyFacts, ExchangeFacts } from "../exchange.ts";
import { headerNameFault } from "../header-rules.ts";
import type { Provider } from "../provider.ts";
import { acceptedType, requestContent, requestTarget } from "../request-text.ts";
import type { ProviderRequest } from "../request.ts";
import type { RequestSigner } from "../signing.ts";
import { readRetryAfter } from "../retry-after.ts";
import { RpcReader } from "../rpc.ts";
import type { Send } from "./port.ts";

/**
 * The provider's declarations that determine which parts of a response are kept, and which headers a request may set.
 */
export type SendRules = Pick<Provider, "requestIdHeader" | "responseHeaders" | "requestHeaders" | "retryAfter">;

/**
 * Sends each request once, on its own connection, and reports what happened like the server does.
 * @param simulator.url its address, to which requests for every origin of the provider go.
 * @param headers the credential's headers, from the provider's auth. @param sign the credential's signer, if it has
 * one.
 * @returns a function that throws RangeError for a request that can't be sent.
 */
export function sendTo(
  rules: SendRules,
  simulator: { readonly url: string },
  headers: Readonly<Record<string, string>>,
  sign: RequestSigner = () => ({}),
): Send {
  return (request) => {
    const content = requestContent(request);
    const { method, origin = null, withoutCredential = false } = request;
    const unsigned = {
      accept: acceptedType(request),
      "user-agent": "svc-test",
      ...(content === null ? {} : { "content-type": content.type }),
      ...(request.ifNoneMatch === undefined ? {} : { "if-none-match": request.ifNoneMatch }),
      ...ownHeaders(rules, request),
      ...(withoutCredential ? {} : lowercase(headers)),
    };
    const url = new URL(requestTarget(request), simulator.url);
    const [path = "", query = ""] = requestTarget(request).split("?", 2);
    const body = content?.text ?? "";
    const signable = { method, host: url.host, origin, path, query, headers: unsigned, body };
    const signature = withoutCredential ? {} : sign(signable, Date.now());
    const options = { method, agent: false, headers: { ...unsigned, ...signature } } as const;
    const { promise, resolve } = Promise.withResolvers<ExchangeFacts>();
    const outgoing = httpRequest(url, options);
    let wasConnected = false;
    outgoing.once("socket", (socket) => socket.once("connect", () => (wasConnected = true)));
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      if (!wasConnected) resolve({ kind: "not_sent", reason: "connect" });
      else resolve({ kind: "lost", reason: error.message === "socket hang up" ? "closed" : "reset" });
    });
    outgoing.once("response", (response) => {
      void readResponse(rules, request, response).then(resolve);
    });
    outgoing.end(content?.text);
    return promise;
  };
}

function ownHeaders({ requestHeaders = [] }: SendRules, { headers = {} }: ProviderRequest): Record<string, string> {
  const allowed = new Set(requestHeaders.map((name) => name.toLowerCase()));
  for (const name of Object.keys(headers)) {
    if (allowed.has(name.toLowerCase()) && headerNameFault(name) === null) continue;
    throw new RangeError("A header of a provider request has a name that cannot be sent.");
  }
  return lowercase(headers);
}

function lowercase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function readResponse(
  rules: SendRules,
  { responseBody }: ProviderRequest,
  response: IncomingMessage,
): Promise<ExchangeFacts> {
  const status = response.statusCode ?? 0;
  const { requestIdHeader, responseHeaders = [] } = rules;
  const kept = responseHeaders.map((name) => name.toLowerCase());
  return {
    kind: "answered",
    status,
    requestId: single(response.headers, requestIdHeader),
    retryAfterSeconds: retryAfterOf(rules, response.headers),
    headers: Object.fromEntries(
      kept.flatMap((name) => {
        const value = single(response.headers, name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    body: await readBody(response, responseBody === "discard" && status < 300, readerOf(responseBody)),
  };
}

/** Finds the end of a stream that stays open behind its response; null for any other body. */
function readerOf(responseBody: ProviderRequest["responseBody"]): RpcReader | null {
  const rpcId = typeof responseBody === "object" && "rpcId" in responseBody ? responseBody.rpcId : null;
  return rpcId === null ? null : new RpcReader(rpcId);
}

async function readBody(response: IncomingMessage, isDiscarded: boolean, reader: RpcReader | null): Promise<BodyFacts> {
  const parts: Buffer[] = [];
  try {
    for await (const part of response) {
      parts.push(part as Buffer);
      if (reader?.push((part as Buffer).toString("utf8")) === true) break;
    }
  } catch {
    if (isDiscarded) return { kind: "discarded" };
    const partial = reader !== null ? { partial: Buffer.concat(parts).toString("utf8") } : {};
    return { kind: "unreadable", reason: "truncated", ...partial };
  }
  if (isDiscarded) return { kind: "discarded" };
  try {
    return { kind: "complete", text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)) };
  } catch {
    return { kind: "unreadable", reason: "undecodable" };
  }
}

function retryAfterOf({ retryAfter }: SendRules, headers: IncomingHttpHeaders): number | null {
  for (const { name, form } of retryAfter ?? [{ name: "retry-after", form: "seconds_or_date" }]) {
    const value = single(headers, name);
    const seconds = value === null ? null : readRetryAfter(value, form, Date.now());
    if (seconds !== null) return seconds;
  }
  return null;
}

function single(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" ? value : null;
}
