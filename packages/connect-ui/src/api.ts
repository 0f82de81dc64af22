/** The calls of the frontend API, from the service's own page. An answer is a fact; who asked judges it. */
import type { ConnectStatus, ExchangedConnectToken, FrontendSession, SubmittedCredential } from "@svc/contract";

/** What a call gave: its answer, the code of a refusal, or `network` where none came. */
export type Called<Answer> =
  { kind: "ok"; answer: Answer; remainingMs: (expiresAt: string) => number } | { kind: "refused"; code: string } | Lost;
type Lost = { kind: "network" };

/** Codes that say nothing of the credential or the session, and may be gone in a moment. */
const passing: ReadonlySet<string> = new Set(["INTERNAL", "OVERLOADED", "RATE_LIMITED"]);

/** Whether the same call may do better in a moment. */
export function isPassing(code: string): boolean {
  return passing.has(code);
}

/** The calls. */
export type Api = {
  /** @param proof this browser's own: with the same one the call can be repeated after a lost answer. */
  exchange(token: string, proof: string): Promise<Called<ExchangedConnectToken>>;
  status(token: string): Promise<Called<ConnectStatus>>;
  session(secret: string): Promise<Called<FrontendSession>>;
  /** Also ends what its page no longer waits for: the request outlives the page. */
  cancel(secret: string): Promise<Called<FrontendSession>>;
  /** Asks for the address at which the user goes on to the provider; it works once. */
  authorize(secret: string): Promise<Called<{ authorizationUrl: string }>>;
  /** @param signal ends the waiting; the server may have gone on. */
  credential(
    secret: string,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Called<SubmittedCredential>>;
};

/** Longer than the longest provider call. */
const callTimeoutMs = 45_000;

/** @param pageUrl the page's own address: the API stands beside it. @param language sent so that texts come in it. */
export function createApi(pageUrl: string, language: string): Api {
  const call = async <Answer>(
    name: string,
    { secret, body, signal }: { secret?: string; body?: unknown; signal?: AbortSignal },
  ): Promise<Called<Answer>> => {
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
      return await readAnswer(await fetch(new URL(`v1/${name}`, pageUrl), init));
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

async function readAnswer<Answer>(response: Response): Promise<Called<Answer>> {
  // The server's clock, for the user's own may be wrong.
  const servedAtMs = Date.parse(response.headers.get("date") ?? "");
  const body = (await response.json().catch(() => null)) as (Answer & { code?: unknown }) | null;
  if (response.ok && body !== null) {
    return { kind: "ok", answer: body, remainingMs: (expiresAt) => Date.parse(expiresAt) - servedAtMs };
  }
  return { kind: "refused", code: typeof body?.code === "string" ? body.code : "INTERNAL" };
}
