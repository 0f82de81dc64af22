/** What is asked for, before anything can be entered: by whom, for whom, which actions, and the token that is enough. */
import type { FrontendSession, RequestedAction } from "@svc/contract";
import { element, icon } from "./dom.ts";
import type { Words } from "./words.ts";

const effects = ["read", "write", "destructive"] as const;

/** The values that texts about a session have in their braces. */
export function valuesOf(session: FrontendSession): Record<string, string> {
  const { allowedOrigin, tenantDisplayName, form, account } = session;
  const host = new URL(session.returnUrl).host;
  return { origin: allowedOrigin, tenant: tenantDisplayName, provider: form.name, account: account?.name ?? "", host };
}

/** Whether the session replaces the credential of a connection that there is. */
export function isReconnect(session: FrontendSession): boolean {
  return session.connection_id !== null && session.status !== "completed";
}

/** Whether the provider itself asks the user, so that there is no form. */
export function isOAuth({ authKind }: Pick<FrontendSession, "authKind">): boolean {
  return authKind === "oauth2_authorization_code";
}

/** The heading and what stands above the form. */
export function consentNodes(words: Words, session: FrontendSession): Node[] {
  const { form, actions } = session;
  const values = valuesOf(session);
  const kind = isReconnect(session) ? "reconnect" : "connect";
  const lead = kind === "reconnect" && isOAuth(session) ? "reconnect.oauth" : `${kind}.lead`;
  const lists = effects.flatMap((effect) => {
    const those = actions.filter((action) => action.effect === effect);
    return those.length === 0 ? [] : [actionGroup(words, effect, those, session)];
  });
  return [
    element("h1", { tabindex: "-1" }, words.text(`${kind}.title`, values)),
    element("p", { class: "lead" }, ...words.nodes(lead, values)),
    element(
      "section",
      { "aria-labelledby": "can" },
      element("h2", { id: "can" }, words.text("can.title")),
      element("ul", { class: "groups" }, ...lists),
      element("p", { class: "muted" }, words.text("can.only")),
    ),
    ...(form.grant === null ? [] : [grantSection(words, session, form.grant)]),
  ];
}

function actionGroup(
  words: Words,
  effect: RequestedAction["effect"],
  actions: readonly RequestedAction[],
  session: FrontendSession,
): HTMLElement {
  const { language } = session.form;
  const isNew = (action: RequestedAction): boolean => isReconnect(session) && action.added;
  return element(
    "li",
    { class: effect },
    icon(effect),
    element(
      "div",
      {},
      element("h3", {}, words.text(`can.${effect}`)),
      element(
        "ul",
        {},
        ...actions.map((action) =>
          element(
            "li",
            {},
            element("span", { lang: language }, action.consent),
            isNew(action) ? element("span", { class: "badge" }, words.text("can.added")) : null,
          ),
        ),
      ),
    ),
  );
}

function grantSection(words: Words, { form }: FrontendSession, grant: { title: string; why: string }): HTMLElement {
  const { language } = form;
  return element(
    "section",
    { class: "grant", "aria-labelledby": "grant" },
    element("h2", { id: "grant" }, words.text("grant.title")),
    element("p", { lang: language }, element("strong", {}, grant.title)),
    element("p", { class: "muted", lang: language }, grant.why),
  );
}
