/** The calls of the frontend API, made from the server's own page. They return facts for the caller to judge. */
import type { ConnectStatus, ExchangedConnectToken, FrontendSession, SubmittedCredential } from "@svc/contract";

/** The result of a call: its response, the code of a refusal, or `network` if there was no response. */
export type CallResult<Body> =
  { kind: "ok"; response: Body; remainingMs: (expiresAt: string) => number } | { kind: "refused"; code: string } | Lost;
type Lost = { kind: "network" };

/** Temporary errors that mean nothing for the credential or the session. */
const temporary: ReadonlySet<string> = new Set(["INTERNAL", "OVERLOADED", "RATE_LIMITED"]);

/** Whether the same call may succeed a moment later. */
export function isTemporary(code: string): boolean {
  return temporary.has(code);
}

/** The calls of the frontend API. */
export type Api = {
  /** @param proof this browser's own; with the same proof, the call can be repeated after a lost response. */
  exchange(token: string, proof: string): Promise<CallResult<ExchangedConnectToken>>;
  status(token: string): Promise<CallResult<ConnectStatus>>;
  session(secret: string): Promise<CallResult<FrontendSession>>;
  /** The request continues after the page is closed. */
  cancel(secret: string): Promise<CallResult<FrontendSession>>;
  /** Requests the provider's address for the user. The address works once. */
  authorize(secret: string): Promise<CallResult<{ authorizationUrl: string }>>;
  /** @param signal stops waiting; the server may continue. */
  credential(
    secret: string,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<CallResult<SubmittedCredential>>;
};

/** Longer than the longest provider call. */
const callTimeoutMs = 45_000;

/**
 * @param pageUrl the page's own address, which the API's is relative to.
 *
 * @param language the language of response texts.
 */
export function createApi(pageUrl: string, language: string): Api {
  const call = async <Body>(
    name: string,
    { secret, body, signal }: { secret?: string; body?: unknown; signal?: AbortSignal },
  ): Promise<CallResult<Body>> => {
    const headers = new Headers({ "accept-language": language });
    if (secret !== undefined) headers.set("authorization", `Bearer ${secret}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    const init: RequestInit = {
      method: name === "session" ? "GET" : "POST",
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      keepalive: name === "cancel",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.any([AbortSignal.timeout(callTimeoutMs), ...(signal === undefined ? [] : [signal])]),
    };
    try {
      return await readResponse(await fetch(new URL(`v1/${name}`, pageUrl), init));
    } catch {
      return { kind: "network" };
    }
  };
  return {
    exchange: (token, proof) => call("exchange", { body: { token, proof } }),
    status: (token) => call("status", { body: { token } }),
    session: (secret) => call("session", { secret }),
    cancel: (secret) => call("cancel", { secret }),
    authorize: (secret) => call("authorize", { secret }),
    credential: (secret, fields, signal) => call("credential", { secret, body: fields, signal }),
  };
}

async function readResponse<Body>(response: Response): Promise<CallResult<Body>> {
  // Use the server's clock, because the user's may be wrong.
  const servedAtMs = Date.parse(response.headers.get("date") ?? "");
  const body = (await response.json().catch(() => null)) as (Body & { code?: unknown }) | null;
  if (response.ok && body !== null) {
    return { kind: "ok", response: body, remainingMs: (expiresAt) => Date.parse(expiresAt) - servedAtMs };
  }
  return { kind: "refused", code: typeof body?.code === "string" ? body.code : "INTERNAL" };
}
