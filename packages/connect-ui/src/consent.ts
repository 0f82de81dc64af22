/** The request, above any input: who asks, for whom, for which actions, and the minimum token. */
import type { FrontendSession, GrantAdvice, RequestedAction } from "@svc/contract";
import { element, icon } from "./dom.ts";
import type { Texts } from "./i18n.ts";

const effects = ["read", "write", "destructive"] as const;

/** The placeholder values for texts about a session. */
export function placeholderValues(session: FrontendSession): Record<string, string> {
  const { tenantDisplayName, form, account } = session;
  return { tenant: tenantDisplayName, provider: form.name, account: account?.name ?? "", ...nounOf(form) };
}

/** The provider's own word for the credential; without one, texts say "token". */
function nounOf({ noun }: FrontendSession["form"]): { noun?: string } {
  return noun === "" ? {} : { noun };
}

/** Whether the session replaces the credential of an existing connection. */
export function isReconnect(session: FrontendSession): boolean {
  return session.connection_id !== null && session.status !== "completed";
}

/** Whether the provider has its own consent page, so that there is no form. */
export function isOAuth({ authKind }: Pick<FrontendSession, "authKind">): boolean {
  return authKind === "oauth2_authorization_code";
}

/** The heading, and who asks for what. @param next what comes next, if the page isn't complete yet. */
export function leadNodes(texts: Texts, session: FrontendSession, next?: HTMLElement): Node[] {
  const values = placeholderValues(session);
  const kind = isReconnect(session) ? "reconnect" : "connect";
  const lead = kind === "reconnect" && isOAuth(session) ? "reconnect.oauth" : `${kind}.lead`;
  return [
    element("h1", { tabindex: "-1" }, texts.text(`${kind}.title`, values)),
    element("p", { class: "lead" }, ...texts.nodes(lead, values)),
    ...(next === undefined ? [] : [next]),
    element("p", { class: "muted" }, ...texts.nodes("asked")),
  ];
}

/** The heading and everything above the form. */
export function consentNodes(texts: Texts, session: FrontendSession): Node[] {
  const { form, actions } = session;
  const lists = effects.flatMap((effect) => {
    const those = actions.filter((action) => action.effect === effect);
    return those.length === 0 ? [] : [actionGroup(texts, effect, those, session)];
  });
  return [
    ...leadNodes(texts, session),
    element(
      "section",
      { "aria-labelledby": "can" },
      element("h2", { id: "can" }, texts.text("can.title", placeholderValues(session))),
      element("ul", { class: "groups" }, ...lists),
    ),
    ...(form.grant === null ? [] : [grantSection(texts, session, form.grant)]),
  ];
}

function actionGroup(
  texts: Texts,
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
      element("h3", {}, texts.text(`can.${effect}`)),
      element(
        "ul",
        {},
        ...actions.map((action) =>
          element(
            "li",
            {},
            element("span", { lang: language }, action.consent),
            isNew(action) ? element("span", { class: "badge" }, texts.text("can.added")) : null,
          ),
        ),
      ),
    ),
  );
}

/** A longer policy would push the form out of sight, so it is folded. */
const policyLinesMax = 4;

function policyNode(texts: Texts, policy: string): HTMLElement {
  const text = element("pre", { tabindex: "0", dir: "ltr" }, policy);
  if (policy.split("\n").length <= policyLinesMax) return text;
  return element("details", {}, element("summary", {}, texts.text("policy")), text);
}

/** Whether a change is requested, while nothing but a change shows whether this credential may make one. */
export function isWritingUnchecked({ authKind, actions, form }: FrontendSession): boolean {
  return !isOAuth({ authKind }) && form.fields.length > 0 && actions.some(({ effect }) => effect !== "read");
}

function grantSection(texts: Texts, { form }: FrontendSession, grant: GrantAdvice): HTMLElement {
  const { language } = form;
  return element(
    "section",
    { class: "grant", "aria-labelledby": "grant" },
    element("h2", { id: "grant" }, texts.text("grant.title")),
    element("p", { lang: language }, element("strong", {}, grant.title)),
    element("p", { class: "muted", lang: language }, grant.why),
    grant.policy === undefined ? null : policyNode(texts, grant.policy),
  );
}
