/** What the return URL of a redirect says. It is what the browser brought: the backend decides by asking the service. */

/** The parameters that the service added to `returnUrl`. */
export type ConnectReturn = {
  /** The session's id. Check that it is one that this user opened. */
  session: string;
  status: "completed" | "awaiting_confirmation" | "cancelled" | "failed" | "expired";
  /** For the backend's `:complete`, where the session asked for `completion: "confirmed"`. */
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
 * Reads the return of a redirect from `location`; null where the page was not reached by one.
 * Take the parameters out of the address afterwards (`history.replaceState`): a completion code works once, but is a code.
 */
export function readReturn(location: { search: string }): ConnectReturn | null {
  const query = new URLSearchParams(location.search);
  const one = (name: string): string | null => (query.getAll(name).length === 1 ? query.get(name) : null);
  const session = one("connect_session_id");
  const status = one("status");
  const completionCode = one("completion_code");
  if (session === null || !/^cs_[0-9a-z]{1,64}$/.test(session) || status === null || !isStatus(status)) return null;
  return { session, status, ...(completionCode === null ? {} : { completionCode }) };
}

function isStatus(text: string): text is ConnectReturn["status"] {
  return statuses.includes(text);
}
