/** The screens without a form: how a session ended, or why it can't be opened here. */
import { element, icon } from "./dom.ts";
import type { Texts } from "./i18n.ts";

/** Something that the user can do next. */
export type Action = { label: string; href?: string; run?: () => void; isMain?: boolean };

/** A screen without a form. `state` selects its texts; `textKey` replaces the state's own text. */
export type Screen = {
  state: string;
  textKey?: string;
  values: Readonly<Record<string, string>>;
  actions: readonly Action[];
  /** Descriptions of the requested actions that weren't granted, and their BCP 47 language. */
  missing?: { consents: readonly string[]; language: string };
  /** When the credential expires, in the page's language. */
  expiry?: string;
  /** An additional text above the actions. */
  remark?: string;
};

/** Builds the screen. */
export function screenNodes(
  texts: Texts,
  { state, textKey, values, actions, missing, expiry, remark }: Screen,
): Node[] {
  return [
    // In all other states, the pictures of app and provider show the state.
    ...(state === "unknown" ? [icon("caution")] : []),
    element("h1", { tabindex: "-1" }, texts.text(`${state}.title`, values)),
    element("p", { class: "lead" }, ...texts.nodes(textKey ?? `${state}.text`, values)),
    ...(missing === undefined ? [] : [missingSection(texts, missing)]),
    ...(expiry === undefined ? [] : [element("p", {}, ...texts.nodes("expires", { date: expiry }))]),
    ...(remark === undefined ? [] : [element("p", { class: "muted", role: "status" }, remark)]),
    ...(actions.length === 0 ? [] : [footElement(element("div", { class: "actions" }, ...actions.map(actionElement)))]),
  ];
}

/** The page's foot, which stays in sight. */
export function footElement(...nodes: readonly Node[]): HTMLElement {
  return element("div", { class: "foot" }, ...nodes);
}

function missingSection(texts: Texts, { consents, language }: NonNullable<Screen["missing"]>): HTMLElement {
  return element(
    "section",
    { class: "missing", "aria-labelledby": "missing" },
    icon("caution"),
    element("h2", { id: "missing" }, texts.text("missing.title")),
    element("ul", { lang: language }, ...consents.map((consent) => element("li", {}, consent))),
  );
}

function actionElement({ label, href, run, isMain = false }: Action): HTMLElement {
  const look = isMain ? "primary" : "quiet";
  if (href !== undefined) return element("a", { class: `button ${look}`, href, rel: "noreferrer" }, label);
  const button = element("button", { class: look, type: "button" }, label);
  if (run !== undefined) button.addEventListener("click", run);
  return button;
}
