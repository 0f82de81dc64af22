/** The credential form. It never sends a value that is known to be refused, and explains why while the user types. */
import type { CredentialField, FrontendSession } from "@svc/contract";
import { judge, type Judgement } from "./judge.ts";
import { isReconnect, placeholderValues } from "./consent.ts";
import { element, icon } from "./dom.ts";
import { footElement } from "./screen.ts";
import { createSummary } from "./summary.ts";
import type { Texts } from "./i18n.ts";

/** The form, for the code that controls it. */
export type CredentialForm = {
  nodes: readonly Node[];
  /** Locks the form and shows `text`; unlocks it if null. */
  busy(text: string | null): void;
  /** Shows an error and moves the focus to it: at the field if it `isRefused`, otherwise in the summary. */
  fail(text: string, isRefused: boolean): void;
  /** Removes the credential from the page. */
  empty(): void;
};

/** Events of the form. */
export type FormEvents = { submit(fields: Record<string, string>): void; cancel(): void };

const formId = "credential";
/** A longer value is no token. */
const valueLengthMax = 4096;

type Input = {
  field: CredentialField;
  input: HTMLInputElement;
  row: HTMLElement;
  /** Whether the value may be sent; its note says why not. */
  check: (isLeaving: boolean) => boolean;
  /** Has the note read again, which may be unchanged since the user typed. */
  announce: () => void;
  /** Shows that the server refused the value, whatever its form. */
  refuse: (text: string) => void;
};

/** Builds the form. */
export function createForm(texts: Texts, session: FrontendSession, on: FormEvents): CredentialForm {
  const values = placeholderValues(session);
  const inputs = session.form.fields.map((field) => createInput(texts, session, field));
  const summary = createSummary();
  const progress = element("p", { class: "progress", role: "status" });
  const submitKey = isReconnect(session) ? "reconnect.submit" : "connect.submit";
  const submit = element("button", { class: "primary", type: "submit", form: formId }, texts.text(submitKey));
  const cancel = element("button", { class: "quiet", type: "button" }, texts.text("cancel"));
  const form = element(
    "form",
    { id: formId, novalidate: true, autocomplete: "off", class: "part" },
    ...inputs.map(({ row }) => row),
    element("p", { class: "muted" }, ...texts.nodes("safe", values)),
  );
  // Apart from the form, so that it can stay in sight while the form scrolls.
  const foot = footElement(summary.node, progress, element("div", { class: "actions" }, submit, cancel));
  let isBusy = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isBusy) return;
    summary.hide();
    const [bad] = inputs.filter(({ check }) => !check(true));
    if (bad !== undefined) {
      bad.announce();
      goTo(bad.input);
    } else on.submit(Object.fromEntries(inputs.map(({ field, input }) => [field.name, input.value])));
  });
  form.addEventListener("input", () => summary.hide());
  cancel.addEventListener("click", () => on.cancel());
  return {
    nodes: [form, foot],
    fail(text, isRefused) {
      // With several fields, nothing says which one is wrong.
      const [only, ...others] = inputs;
      if (!isRefused || only === undefined || others.length > 0) return summary.show(text);
      only.refuse(text);
      goTo(only.input);
    },
    busy(text) {
      isBusy = text !== null;
      form.setAttribute("aria-busy", String(isBusy));
      // Not `disabled`, which would lose the focus.
      submit.setAttribute("aria-disabled", String(isBusy));
      progress.textContent = text ?? "";
      for (const { input } of inputs) {
        input.readOnly = isBusy;
        if (isBusy) input.type = "password";
      }
    },
    empty() {
      for (const { input } of inputs) input.value = "";
    },
  };
}

/** Focuses a field. It is brought into view even if it has the focus already, with room for its note. */
function goTo(input: HTMLInputElement): void {
  input.focus();
  input.scrollIntoView({ block: "nearest" });
}

function createInput(texts: Texts, session: FrontendSession, field: CredentialField): Input {
  const { language } = session.form;
  const id = `field-${field.name}`;
  const help = element("p", { id: `${id}-help`, class: "muted", lang: language }, field.help);
  const note = element("p", { id: `${id}-note`, class: "note", "aria-live": "polite" });
  // Tell password managers to ignore this field, because it isn't a password for this page.
  const input = element("input", {
    id,
    type: "password",
    autocomplete: "off",
    autocapitalize: "none",
    autocorrect: "off",
    spellcheck: "false",
    maxlength: String(valueLengthMax),
    dir: "ltr",
    required: true,
    "data-1p-ignore": true,
    "data-bwignore": true,
    "data-lpignore": "true",
    "data-form-type": "other",
    "aria-describedby": `${help.id} ${note.id}`,
  });
  const check = (isLeaving: boolean): boolean => {
    const { text, isServerText, level } = describe(texts, judge(input.value, field), isLeaving);
    const cautioned = level === "caution" ? [icon("caution"), visuallyHidden(`${texts.text("caution")} `)] : [];
    const nodes = text === "" ? [] : [...cautioned, element("span", {}, text)];
    // A live region is announced again at each change, so leave the same text unchanged.
    if (note.lastElementChild?.textContent !== nodes.at(-1)?.textContent) note.replaceChildren(...nodes);
    note.className = `note ${level}`;
    note.lang = isServerText ? language : document.documentElement.lang;
    input.setAttribute("aria-invalid", String(level === "bad"));
    return level !== "bad";
  };
  input.addEventListener("input", () => check(false));
  input.addEventListener("change", () => input.value !== "" && check(true));
  const row = element(
    "div",
    { class: "field" },
    element("label", { for: id, lang: language }, field.label),
    element("div", { class: "entry" }, input, revealButton(texts, input)),
    note,
    help,
    makeLink(texts, session, field),
  );
  const refuse = (text: string): void => {
    note.replaceChildren(element("span", {}, text));
    note.className = "note bad";
    note.lang = document.documentElement.lang;
    input.setAttribute("aria-invalid", "true");
  };
  const announce = (): void => note.replaceChildren(...note.childNodes);
  return { field, input, row, check, announce, refuse };
}

function revealButton(texts: Texts, input: HTMLInputElement): HTMLElement {
  const button = element("button", { type: "button", class: "reveal", "aria-controls": input.id });
  const show = (): void => {
    const key = input.type === "password" ? "show" : "hide";
    button.textContent = texts.text(key);
    button.setAttribute("aria-label", texts.text(`${key}.label`));
  };
  button.addEventListener("click", () => {
    if (input.readOnly) return;
    input.type = input.type === "password" ? "text" : "password";
    show();
  });
  // The form hides the credential by itself while it is being checked.
  new MutationObserver(show).observe(input, { attributeFilter: ["type"] });
  show();
  return button;
}

function makeLink(texts: Texts, session: FrontendSession, field: CredentialField): HTMLElement {
  const link = element("a", { href: field.helpUrl, target: "_blank", rel: "noopener noreferrer" });
  link.append(texts.text("grant.make", placeholderValues(session)), visuallyHidden(` (${texts.text("newTab")})`));
  return element("p", {}, link);
}

function visuallyHidden(text: string): HTMLElement {
  return element("span", { class: "unseen" }, text);
}

/** Chooses the note for a value. An incomplete value is only reported when the user leaves the field. */
function describe(
  texts: Texts,
  judgement: Judgement,
  isLeaving: boolean,
): { text: string; isServerText: boolean; level: "" | "good" | "caution" | "bad" } {
  switch (judgement.kind) {
    case "fits":
      return { text: judgement.message ?? "", isServerText: true, level: judgement.isLimited ? "caution" : "good" };
    case "refused":
      return { text: judgement.message, isServerText: true, level: "bad" };
    case "spaces":
    case "unlike":
      return { text: texts.text(`error.${judgement.kind}`), isServerText: false, level: "bad" };
    case "empty":
    case "unfinished":
      return isLeaving
        ? { text: texts.text(`error.${judgement.kind}`), isServerText: false, level: "bad" }
        : { text: "", isServerText: false, level: "" };
  }
}
