/** The data that the server wrote into the page. Nothing in it is secret. */

/** The data that the page starts with. */
export type PageData = {
  sessionId: string;
  /** The session's status when the page was served; `unknown` if there is no session with this id. */
  state: string;
  /** The name that end users see for the requesting application; "" if there is no such session. */
  appName: string;
  /** The only origin that may embed or open this page and receive messages; "" if there is no such session. */
  allowedOrigin: string;
  returnUrl: string;
  /** BCP 47 language of the page. */
  language: string;
  messages: Readonly<Record<string, string>>;
};

/** Reads the document's data. */
export function readPageData(page: Document): PageData {
  const { session = "", state = "unknown", app = "", origin = "", return: returnUrl = "" } = page.body.dataset;
  const messages = JSON.parse(page.getElementById("messages")?.textContent ?? "{}") as Record<string, string>;
  const language = page.documentElement.lang;
  return { sessionId: session, state, appName: app, allowedOrigin: origin, returnUrl, language, messages };
}
