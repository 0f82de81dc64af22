/**
 * The status of a session: one request that returns facts, and a pure function that judges them. Only the server
 * decides.
 */
import type { Target } from "./target.ts";

/** The result of a call to `connect`. */
export type ConnectResult =
  | { status: "completed"; connection_id: string }
  /** The backend has to confirm with this code for its signed-in user (`completion: "confirmed"`). */
  | { status: "awaiting_confirmation"; completionCode: string }
  | { status: "cancelled" }
  /**
   * `code` is one of the server's, or one of this package's own:
   * - `ORIGIN_NOT_ALLOWED`, `CONNECT_TOKEN_INVALID`: the server can be reached but shows this page no response, because
   *   this page's origin is not the session's `allowedOrigin`, or because the token isn't valid.
   * - `CONTENT_SECURITY_POLICY`: the embedding page's own policy blocks the frame or the request.
   * - `UNREACHABLE`: no response for longer than a session can live. Ask your backend for the status.
   */
  | { status: "failed"; code?: string }
  | { status: "expired" };

/** The result of one request: a response, or one that this page can't read. */
export type StatusResponse = { kind: "answered"; httpStatus: number; body: unknown } | { kind: "unreadable" };

/**
 * The meaning of a response. `used`: the token was exchanged, so a credential may have been sent. `isAway`: the user is
 * at the provider.
 */
export type Verdict =
  { kind: "ended"; result: ConnectResult } | { kind: "open"; used: boolean; isAway: boolean } | { kind: "unknown" };

const requestTimeoutMs = 10_000;

/**
 * Requests the status once, without using the token. Never rejects: if aborted, lost or not JSON, it is `unreadable`.
 */
export async function fetchStatus(target: Target, signal: AbortSignal): Promise<StatusResponse> {
  try {
    const body = JSON.stringify({ token: target.token });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    return await fetchBounded(target.statusUrl, init, signal, async (response) => ({
      kind: "answered",
      httpStatus: response.status,
      body: (await response.json()) as unknown,
    }));
  } catch {
    return { kind: "unreadable" };
  }
}

/** Whether the server can be reached, tested with a public file that it serves to every origin. */
export async function canReach(target: Target, signal: AbortSignal): Promise<boolean> {
  try {
    return await fetchBounded(target.probeUrl, { method: "GET" }, signal, ({ ok }) => ok);
  } catch {
    return false;
  }
}

/**
 * Judges one response. A response that svc didn't write for this session decides nothing.
 * @param completionCode the code from the page. The server reveals it only to the page, because the holder of the
 * Connect token may not be the person who entered the credential. Without it, the session is confirmed elsewhere.
 */
export function judgeStatus(response: StatusResponse, sessionId: string, completionCode: string | null): Verdict {
  if (response.kind === "unreadable" || !isRecord(response.body)) return { kind: "unknown" };
  const { session, status, connection_id, error, code } = response.body;
  if (response.httpStatus !== 200) return judgeRefusal(response.httpStatus, code);
  if (session !== sessionId) return { kind: "unknown" };
  switch (status) {
    case "pending":
      return { kind: "open", used: false, isAway: false };
    case "opened":
    case "authorizing":
      return { kind: "open", used: true, isAway: status === "authorizing" };
    case "completed":
      return typeof connection_id === "string" ? toVerdict({ status, connection_id }) : { kind: "unknown" };
    case "awaiting_confirmation":
      return completionCode === null
        ? { kind: "open", used: true, isAway: false }
        : toVerdict({ status, completionCode });
    case "failed":
      return toVerdict(createFailure(isRecord(error) ? error["code"] : undefined));
    case "cancelled":
    case "expired":
      return toVerdict({ status });
    default:
      return { kind: "unknown" };
  }
}

function judgeRefusal(httpStatus: number, code: unknown): Verdict {
  const passes = httpStatus >= 500 || httpStatus === 408 || httpStatus === 429;
  if (passes || httpStatus < 400 || !isCode(code)) return { kind: "unknown" };
  return toVerdict(code === "CONNECT_SESSION_EXPIRED" ? { status: "expired" } : createFailure(code));
}

function createFailure(code: unknown): ConnectResult {
  return isCode(code) ? { status: "failed", code } : { status: "failed" };
}

function toVerdict(result: ConnectResult): Verdict {
  return { kind: "ended", result };
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z][A-Z_]{0,63}$/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Sends one request and reads its response, both within one time limit. */
async function fetchBounded<Result>(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  read: (response: Response) => Result | Promise<Result>,
): Promise<Result> {
  const bounded = new AbortController();
  const abort = (): void => bounded.abort();
  const timer = setTimeout(abort, requestTimeoutMs);
  signal.addEventListener("abort", abort, { signal: bounded.signal });
  const settings = {
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    referrerPolicy: "no-referrer",
  } as const;
  try {
    return await read(await fetch(url, { ...settings, ...init, signal: bounded.signal }));
  } finally {
    clearTimeout(timer);
    abort();
  }
}
