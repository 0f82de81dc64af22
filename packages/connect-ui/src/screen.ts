/** The pages without a form: how a session ended, or why it cannot be opened here. */
import { element, icon, type IconName } from "./dom.ts";
import type { Words } from "./words.ts";

/** One thing that the user can do next. */
export type Action = { label: string; href?: string; run?: () => void; isMain?: boolean };

/** A page without a form. `state` names its texts; `textKey` another text than the state's own. */
export type EndPage = {
  state: string;
  textKey?: string;
  values: Readonly<Record<string, string>>;
  actions: readonly Action[];
  /** What of the requested actions was not granted, in words; their BCP 47 language. */
  missing?: { consents: readonly string[]; language: string };
  /** What else is said, below the actions. */
  remark?: string;
};

const icons: Readonly<Record<string, IconName>> = {
  completed: "done",
  awaiting_confirmation: "wait",
  loading: "wait",
  error: "wait",
};

/** Builds it. */
export function endNodes(words: Words, { state, textKey, values, actions, missing, remark }: EndPage): Node[] {
  return [
    icon(icons[state] ?? "stop"),
    element("h1", { tabindex: "-1" }, words.text(`${state}.title`, values)),
    element("p", { class: "lead" }, ...words.nodes(textKey ?? `${state}.text`, values)),
    ...(missing === undefined ? [] : [missingSection(words, missing)]),
    ...(actions.length === 0 ? [] : [element("div", { class: "actions" }, ...actions.map(actionElement))]),
    ...(remark === undefined ? [] : [element("p", { class: "muted", role: "status" }, remark)]),
  ];
}

function missingSection(words: Words, { consents, language }: NonNullable<EndPage["missing"]>): HTMLElement {
  return element(
    "section",
    { class: "missing", "aria-labelledby": "missing" },
    icon("caution"),
    element("h2", { id: "missing" }, words.text("missing.title")),
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
