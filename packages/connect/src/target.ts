/** What a caller asks for, read and checked: where the hosted page is, and where its session is asked about. */

/** How the hosted page is shown. */
export type ConnectMode = "modal" | "popup" | "redirect";

/** A session as the backend handed it on; more fields of its creation answer may be there and are not looked at. */
export type ConnectSessionReference = { id: string; connectUrl: string };

/** What `connect` takes. */
export type ConnectOptions = {
  /** The session, or its `connectUrl` alone. */
  session: ConnectSessionReference | string;
  /** The one-time Connect token of the session's creation answer. */
  token: string;
  /** `modal` by default. `popup` needs a user gesture; a blocked popup becomes a modal. */
  mode?: ConnectMode | undefined;
  /** Ends the call at once: what is open closes, and the result is `cancelled`. The session ends too, where it can. */
  signal?: AbortSignal | undefined;
  /** BCP 47 language of the frame and the hosted page; the browser's own by default. */
  locale?: string | undefined;
};

/** Where one session is shown and asked about. */
export type Target = {
  sessionId: string;
  token: string;
  mode: ConnectMode;
  /** The hosted page, without the token. */
  pageUrl: string;
  /** The service's origin: the only one that is spoken to and listened to. */
  origin: string;
  statusUrl: string;
  /** A public file of the same service, which says whether the service can be reached at all. */
  probeUrl: string;
  locale: string | null;
};

const pagePath = /^(.*\/connect\/)(cs_[0-9a-z]{1,64})\/?$/;
const modes: readonly string[] = ["modal", "popup", "redirect"];

/**
 * Reads the options of a call.
 * @throws TypeError for what no session has: a page that is not `…/connect/{session_id}` over http(s), an empty token.
 */
export function readTarget(options: ConnectOptions): Target {
  const { session, token, mode = "modal", locale } = options;
  if (typeof token !== "string" || token === "") {
    throw new TypeError(
      "token is missing. Only the first answer to the session's creation holds it; a replay has none.",
    );
  }
  if (!modes.includes(mode)) throw new TypeError('mode must be "modal", "popup" or "redirect".');
  const url = readUrl(typeof session === "string" ? session : session.connectUrl);
  const [, base = "", sessionId = ""] = pagePath.exec(url.pathname) ?? [];
  if (sessionId === "" || (typeof session !== "string" && session.id !== sessionId)) {
    throw new TypeError("session must be a Connect session: its connectUrl ends in /connect/{session_id}.");
  }
  const page = new URL(url.pathname, url.origin);
  if (locale !== undefined) page.searchParams.set("locale", locale);
  return {
    sessionId,
    token,
    mode,
    pageUrl: page.href,
    origin: url.origin,
    statusUrl: `${url.origin}${base}v1/status`,
    probeUrl: `${url.origin}${base}v1/svc-connect.js`,
    locale: locale ?? null,
  };
}

/** Only http(s) without credentials: a `javascript:` URL here would run in the caller's page. */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new TypeError("connectUrl must be an http(s) URL without credentials.");
  }
  return url;
}
