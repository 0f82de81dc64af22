/** Every page without a form, with what can be done there: back to the caller, closed, or tried again. */
import type { FrontendSession } from "@svc/contract";
import { valuesOf } from "./consent.ts";
import type { Embedder } from "./embedder.ts";
import { endNodes, type Action, type EndPage } from "./ending.ts";
import type { PageData } from "./page-data.ts";
import { returnUrlOf, type Ending } from "./return-url.ts";
import type { View } from "./view.ts";
import type { Words } from "./words.ts";

/** Shows pages without a form. */
export type Endings = {
  /** The session's end: told to the embedder, or taken to the return URL. */
  ended(ending: Ending, session: FrontendSession | null, isEmbedded: boolean): void;
  /** A page that is no end of the session, such as `used` or `offline`. */
  note(state: string, actions?: readonly Action[], moveFocus?: boolean): void;
};

/** Time to read where it went, before the browser goes on by itself, in milliseconds. */
const returnAfterMs: Readonly<Record<string, number>> = {
  completed: 2500,
  awaiting_confirmation: 2500,
  cancelled: 1200,
};

/** Makes them. @param go replaces this page by another address, so that "back" does not lead here again. */
export function createEndings(
  parts: { data: PageData; words: Words; view: View; embedder: Embedder },
  go: (url: string) => void,
): Endings {
  const { data, words, view, embedder } = parts;
  const { allowedOrigin, returnUrl, sessionId } = data;
  const known = returnUrl !== "";
  const host = known ? new URL(returnUrl).host : "";
  const plain = { origin: allowedOrigin, host, tenant: "", provider: "", account: "" };
  const close = (): Action => ({ label: words.text("close"), run: () => embedder.close(), isMain: true });
  return {
    ended(ending, session, isEmbedded) {
      const { status } = ending;
      const values = session === null ? plain : valuesOf(session);
      const textKey = textKeyOf(ending, session);
      const stays = isEmbedded && embedder.isThere();
      if (isEmbedded) embedder.tell(ending);
      const url = known ? returnUrlOf(returnUrl, sessionId, ending) : "";
      const onward = status === "completed" || status === "awaiting_confirmation" ? "continue" : "back";
      const actions = stays ? [close()] : [{ label: words.text(onward, { host }), href: url, isMain: true }];
      const missing = missingOf(ending, session);
      // What was not granted is to be read: then nobody is taken away from it.
      const delayMs = stays || !known || missing !== undefined ? undefined : returnAfterMs[status];
      const remark = delayMs === undefined ? {} : { remark: words.text("returning", { host }) };
      const page = {
        state: status,
        values,
        actions: known ? actions : [],
        ...(missing === undefined ? {} : { missing }),
        ...remark,
      };
      view.show(status, endNodes(words, textKey === null ? page : { ...page, textKey }), true);
      if (delayMs !== undefined) setTimeout(() => go(url), delayMs);
    },
    note(state, actions = [], moveFocus = false) {
      const back = embedder.isThere()
        ? [close()]
        : allowedOrigin === ""
          ? []
          : [{ label: words.text("back", { host: new URL(allowedOrigin).host }), href: allowedOrigin }];
      const isWaiting = state === "loading";
      // What passes is told in the words of the form, on a page of its own.
      const said = state === "error" ? { textKey: "error.server" } : {};
      const page = { state, values: plain, actions: isWaiting ? [] : [...actions, ...back], ...said };
      view.show(state, endNodes(words, page), moveFocus);
    },
  };
}

function missingOf({ status }: Ending, session: FrontendSession | null): EndPage["missing"] {
  if (status !== "completed" || session === null) return undefined;
  const consents = session.actions.filter(({ granted }) => granted === false).map(({ consent }) => consent);
  return consents.length === 0 ? undefined : { consents, language: session.form.language };
}

function textKeyOf({ status }: Ending, session: FrontendSession | null): string | null {
  if (session === null) return null;
  if (status === "failed") return session.error?.code === "CREDENTIAL_REJECTED" ? "failed.rejected" : null;
  const hasAccount = (session.account?.name ?? "") !== "";
  return hasAccount && (status === "completed" || status === "awaiting_confirmation") ? `${status}.account` : null;
}
