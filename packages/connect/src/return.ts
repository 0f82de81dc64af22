/** The parameters of the return URL after a redirect. The browser supplies them, so the backend must ask svc. */

/** The parameters that svc added to `returnUrl`. */
export type ConnectReturn = {
  /** The session's id. Check that this user opened it. */
  session: string;
  status: "completed" | "awaiting_confirmation" | "cancelled" | "failed" | "expired";
  /** For the backend's `:complete`, if the session has `completion: "confirmed"`. */
  completionCode?: string;
};

const statuses: readonly string[] = [
  "completed",
  "awaiting_confirmation",
  "cancelled",
  "failed",
  "expired",
] satisfies ConnectReturn["status"][];

/**
 * Reads the result of a redirect from `location`; null if there is none.
 * Remove the parameters from the address afterwards (`history.replaceState`). A completion code works once, but is a
 * secret.
 */
export function readReturn(location: { search: string }): ConnectReturn | null {
  const query = new URLSearchParams(location.search);
  const one = (name: string): string | null => (query.getAll(name).length === 1 ? query.get(name) : null);
  const session = one("connect_session_id");
  const status = one("status");
  const completionCode = one("completion_code");
  if (session === null || !/^cs_[0-9a-z.]{1,64}$/.test(session) || status === null || !isStatus(status)) return null;
  return { session, status, ...(completionCode === null ? {} : { completionCode }) };
}

function isStatus(text: string): text is ConnectReturn["status"] {
  return statuses.includes(text);
}
