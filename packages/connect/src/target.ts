/** Reads and checks the options, and derives the addresses of the hosted page and the session's status. */

/** How the hosted page is shown. */
export type ConnectMode = "modal" | "popup" | "redirect";

/** A session as your backend passed it on. Other fields of the creation response are ignored. */
export type ConnectSessionReference = { id: string; connectUrl: string };

/** Options of `connect`. */
export type ConnectOptions = {
  /** The session, or only its `connectUrl`. */
  session: ConnectSessionReference | string;
  /** The one-time Connect token from the response that created the session. */
  token: string;
  /** `modal` by default. `popup` needs a user gesture; a blocked popup becomes a modal. */
  mode?: ConnectMode | undefined;
  /** Aborts the call: the page closes, and the result is `cancelled`. Cancels the session too, if possible. */
  signal?: AbortSignal | undefined;
  /** BCP 47 language of the frame and the hosted page; the browser's by default. */
  locale?: string | undefined;
};

/** The addresses of one session's page and status. */
export type Target = {
  sessionId: string;
  token: string;
  mode: ConnectMode;
  /** The hosted page, without the token. */
  pageUrl: string;
  /** The server's origin: the only one with which messages are exchanged. */
  origin: string;
  statusUrl: string;
  /** A public file of the server, to test whether it can be reached at all. */
  probeUrl: string;
  locale: string | null;
};

const pagePath = /^(.*\/connect\/)(cs_[0-9a-z.]{1,64})\/?$/;
const modes: readonly string[] = ["modal", "popup", "redirect"];

/**
 * Reads the options of a call.
 * @throws TypeError for invalid options: a page other than `…/connect/{session_id}` over http(s), an empty token.
 */
export function readTarget(options: ConnectOptions): Target {
  const { session, token, mode = "modal", locale } = options;
  if (typeof token !== "string" || token === "") {
    throw new TypeError(
      "token is missing. Only the first response to the session's creation contains it; a replay doesn't.",
    );
  }
  if (!modes.includes(mode)) throw new TypeError('mode must be "modal", "popup" or "redirect".');
  const url = readUrl(typeof session === "string" ? session : session.connectUrl);
  const [, base = "", sessionId = ""] = pagePath.exec(url.pathname) ?? [];
  if (sessionId === "" || (typeof session !== "string" && session.id !== sessionId)) {
    throw new TypeError("session must be a Connect session whose connectUrl ends in /connect/{session_id}.");
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

/** Accepts only http(s) without credentials, because a `javascript:` URL would run in the app's page. */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new TypeError("connectUrl must be an http(s) URL without credentials.");
  }
  return url;
}
