/** What the server wrote into the page: nothing secret. */

/** What the page knows from the start. */
export type PageData = {
  sessionId: string;
  /** Where the session stood when the page was served; `unknown` where there is none of this id. */
  state: string;
  /** The one origin that may embed or open this page and is spoken to; "" where there is no such session. */
  allowedOrigin: string;
  returnUrl: string;
  /** BCP 47 language that the page was served in. */
  language: string;
  messages: Readonly<Record<string, string>>;
};

/** Reads the data of the document. */
export function readPageData(page: Document): PageData {
  const { session = "", state = "unknown", origin = "", return: returnUrl = "" } = page.body.dataset;
  const messages = JSON.parse(page.getElementById("messages")?.textContent ?? "{}") as Record<string, string>;
  const language = page.documentElement.lang;
  return { sessionId: session, state, allowedOrigin: origin, returnUrl, language, messages };
}
