/** Shows every screen without a form, with its actions: go back to the app, close, or try again. */
import type { FrontendSession } from "@svc/contract";
import { placeholderValues } from "./consent.ts";
import type { Embedder } from "./embedder.ts";
import { screenNodes, type Action, type Screen } from "./screen.ts";
import type { PageData } from "./page-data.ts";
import { buildReturnUrl, type SessionResult } from "./return-url.ts";
import type { View } from "./view.ts";
import type { Texts } from "./i18n.ts";

/** Shows screens without a form. */
export type ResultScreens = {
  /** Shows the session's result, and reports it to the embedder or with the return URL. */
  ended(ending: SessionResult, session: FrontendSession | null, isEmbedded: boolean): void;
  /** Shows a screen that doesn't end the session, such as `used` or `offline`. */
  note(state: string, actions?: readonly Action[], moveFocus?: boolean): void;
};

/** Time to read the screen before the browser returns automatically, in milliseconds. */
const returnAfterMs: Readonly<Record<string, number>> = {
  completed: 2500,
  awaiting_confirmation: 2500,
  cancelled: 1200,
};

/** Creates the screens. @param go replaces this page in the history, so that "back" doesn't return to it. */
export function createResultScreens(
  parts: { data: PageData; texts: Texts; view: View; embedder: Embedder },
  go: (url: string) => void,
): ResultScreens {
  const { data, texts, view, embedder } = parts;
  const { allowedOrigin, returnUrl, sessionId } = data;
  const known = returnUrl !== "";
  const close = (): Action => ({ label: texts.text("close"), run: () => embedder.close(), isMain: true });
  return {
    ended(ending, session, isEmbedded) {
      const { status } = ending;
      const values = session === null ? {} : placeholderValues(session);
      const stays = isEmbedded && embedder.isThere();
      const textKey = textKeyFor(ending, session, stays);
      if (isEmbedded) embedder.tell(ending);
      const url = known ? buildReturnUrl(returnUrl, sessionId, ending) : "";
      const onward = status === "completed" || status === "awaiting_confirmation" ? "continue" : "back";
      const actions = stays ? [close()] : [{ label: texts.text(onward), href: url, isMain: true }];
      const missing = findMissing(ending, session);
      const expiry = findExpiry(ending, session, data.language);
      // If something wasn't granted, or the credential expires, the user should read it. A confirmation doesn't wait
      // for that.
      const mustBeRead = missing !== undefined || (expiry !== undefined && status === "completed");
      const delayMs = stays || !known || mustBeRead ? undefined : returnAfterMs[status];
      const remark = delayMs === undefined ? {} : { remark: texts.text("returning") };
      const page = {
        state: status,
        values,
        actions: known ? actions : [],
        ...(missing === undefined ? {} : { missing }),
        ...(expiry === undefined ? {} : { expiry }),
        ...remark,
      };
      view.show(status, screenNodes(texts, textKey === null ? page : { ...page, textKey }), true);
      if (delayMs !== undefined) setTimeout(() => go(url), delayMs);
    },
    note(state, actions = [], moveFocus = false) {
      const back = embedder.isThere()
        ? [close()]
        : allowedOrigin === ""
          ? []
          : [{ label: texts.text("back"), href: allowedOrigin }];
      const isWaiting = state === "loading";
      // A temporary error has the same text as in the form, on its own screen, and the title of a failed session.
      const said = state === "error" ? { state: "failed", textKey: "error.server" } : {};
      const page = { state, values: {}, actions: isWaiting ? [] : [...actions, ...back], ...said };
      view.show(state, screenNodes(texts, page), moveFocus);
    },
  };
}

function findMissing({ status }: SessionResult, session: FrontendSession | null): Screen["missing"] {
  if (status !== "completed" || session === null) return undefined;
  const consents = session.actions.filter(({ granted }) => granted === false).map(({ consent }) => consent);
  return consents.length === 0 ? undefined : { consents, language: session.form.language };
}

/** Returns when the credential expires, in the page's language and the user's time zone; undefined if unknown. */
function findExpiry({ status }: SessionResult, session: FrontendSession | null, language: string): string | undefined {
  const isVerified = status === "completed" || status === "awaiting_confirmation";
  const expiresAt = isVerified ? (session?.credentialExpiresAt ?? null) : null;
  if (expiresAt === null) return undefined;
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(Date.parse(expiresAt));
}

/** @param stays whether the app is there, behind this page, so that there is no way back to it. */
function textKeyFor({ status }: SessionResult, session: FrontendSession | null, stays: boolean): string | null {
  if (stays && status === "awaiting_confirmation") return `${status}.embedded`;
  if (session === null) return null;
  if (status === "failed") return session.error?.code === "CREDENTIAL_REJECTED" ? "failed.rejected" : null;
  const hasAccount = (session.account?.name ?? "") !== "";
  return hasAccount && (status === "completed" || status === "awaiting_confirmation") ? `${status}.account` : null;
}
