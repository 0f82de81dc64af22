/** Where a session stands: one request that gives facts, and a pure judgement of them. The server decides, nothing else. */
import type { Target } from "./target.ts";

/** How a call of `connect` ended. */
export type ConnectResult =
  | { status: "completed"; connection_id: string }
  /** The backend has to confirm with this code under its own signed-in user (`completion: "confirmed"`). */
  | { status: "awaiting_confirmation"; completionCode: string }
  | { status: "cancelled" }
  /**
   * `code` is one of the service's, or one of this package's own:
   * - `ORIGIN_NOT_ALLOWED`, `CONNECT_TOKEN_INVALID`: the service can be reached and shows this page no answer, because
   *   this page's origin is not the session's `allowedOrigin`, or the token is not one of the service's.
   * - `CONTENT_SECURITY_POLICY`: the embedding page's own policy forbids the frame or the request.
   * - `UNREACHABLE`: no answer until after the longest life of a session; ask the backend.
   */
  | { status: "failed"; code?: string }
  | { status: "expired" };

/** What one request gave: an answer, or nothing that this page may read. */
export type Asked = { kind: "answered"; httpStatus: number; body: unknown } | { kind: "unreadable" };

/**
 * What an answer means. `used`: the token was exchanged, so that a credential may be on its way; `isAway`: the user is at
 * the provider.
 */
export type Verdict =
  { kind: "ended"; result: ConnectResult } | { kind: "open"; used: boolean; isAway: boolean } | { kind: "unknown" };

const requestTimeoutMs = 10_000;

/** Asks once; consumes nothing. Never rejects: what is aborted, lost or not JSON is `unreadable`. */
export async function askStatus(target: Target, signal: AbortSignal): Promise<Asked> {
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

/** Whether the service can be reached: it serves a public file to any origin. */
export async function canReach(target: Target, signal: AbortSignal): Promise<boolean> {
  try {
    return await fetchBounded(target.probeUrl, { method: "GET" }, signal, ({ ok }) => ok);
  } catch {
    return false;
  }
}

/**
 * Judges one answer. What is not one of the service's own for this session decides nothing.
 * @param completionCode what the page handed over. The service tells it to nobody else: whoever holds the Connect token may
 *   not be the one who gave the credential. Without it the session awaits a confirmation that this page has no part in.
 */
export function judgeStatus(asked: Asked, sessionId: string, completionCode: string | null): Verdict {
  if (asked.kind === "unreadable" || !isRecord(asked.body)) return { kind: "unknown" };
  const { session, status, connection_id, error, code } = asked.body;
  if (asked.httpStatus !== 200) return judgeRefusal(asked.httpStatus, code);
  if (session !== sessionId) return { kind: "unknown" };
  switch (status) {
    case "pending":
      return { kind: "open", used: false, isAway: false };
    case "opened":
    case "authorizing":
      return { kind: "open", used: true, isAway: status === "authorizing" };
    case "completed":
      return typeof connection_id === "string" ? ended({ status, connection_id }) : { kind: "unknown" };
    case "awaiting_confirmation":
      return completionCode === null ? { kind: "open", used: true, isAway: false } : ended({ status, completionCode });
    case "failed":
      return ended(failed(isRecord(error) ? error["code"] : undefined));
    case "cancelled":
    case "expired":
      return ended({ status });
    default:
      return { kind: "unknown" };
  }
}

function judgeRefusal(httpStatus: number, code: unknown): Verdict {
  const passes = httpStatus >= 500 || httpStatus === 408 || httpStatus === 429;
  if (passes || httpStatus < 400 || !isCode(code)) return { kind: "unknown" };
  return ended(code === "CONNECT_SESSION_EXPIRED" ? { status: "expired" } : failed(code));
}

function failed(code: unknown): ConnectResult {
  return isCode(code) ? { status: "failed", code } : { status: "failed" };
}

function ended(result: ConnectResult): Verdict {
  return { kind: "ended", result };
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z][A-Z_]{0,63}$/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Sends one request and reads its answer, both within one time limit. */
async function fetchBounded<Answer>(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  read: (response: Response) => Answer | Promise<Answer>,
): Promise<Answer> {
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
