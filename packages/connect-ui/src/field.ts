/** One field of the credential form: a secret, a text, or a choice. It explains its value while the user types. */
import type { CredentialField, FrontendSession } from "@svc/contract";
import { placeholderValues } from "./consent.ts";
import { element, icon } from "./dom.ts";
import type { Texts } from "./i18n.ts";
import { judge, type Judgement } from "./judge.ts";

/** A field on the page. */
export type FormField = {
  field: CredentialField;
  row: HTMLElement;
  value(): string;
  /** Focuses it. Brings it into view even if it already has focus, with room for its note. */
  focus(): void;
  /** Whether the value may be sent; the note says why not. */
  check(isLeaving: boolean): boolean;
  /** Has screen readers read the note again, even if it hasn't changed since the user typed. */
  announce(): void;
  /** Shows that the server rejected the value, whatever its format. */
  refuse(text: string): void;
  /** Keeps the value unchanged while it is being checked, and hides a secret. */
  lock(isLocked: boolean): void;
  empty(): void;
};

/** A longer value can't be a token. */
const valueLengthMax = 4096;

/** The element with the value: an input, or a list of options. */
type Control = HTMLInputElement | HTMLSelectElement;

/** Builds a field with its label, note, help and link. */
export function createField(texts: Texts, session: FrontendSession, field: CredentialField): FormField {
  const { language } = session.form;
  const id = `field-${field.name}`;
  const help = element("p", { id: `${id}-help`, class: "muted", lang: language }, field.help);
  const note = element("p", { id: `${id}-note`, class: "note", "aria-live": "polite" });
  const attributes = { id, "aria-describedby": `${help.id} ${note.id}`, required: field.required };
  const control = field.options.length > 0 ? createChoice(texts, field, attributes) : createInput(field, attributes);
  const reveal = field.sensitive && control instanceof HTMLInputElement ? [revealButton(texts, control, session)] : [];
  const mark = (level: string, lang: string): void => {
    note.className = `note ${level}`;
    note.lang = lang;
    control.setAttribute("aria-invalid", String(level === "bad"));
  };
  const check = (isLeaving: boolean): boolean => {
    const { text, isServerText, level } = describe(
      (key) => texts.text(key, placeholderValues(session)),
      judgeField(field, control.value),
      isLeaving,
      field.sensitive,
    );
    const cautioned = level === "caution" ? [icon("caution"), visuallyHidden(`${texts.text("caution")} `)] : [];
    const nodes = text === "" ? [] : [...cautioned, element("span", {}, text)];
    // A live region is announced at each change, so don't touch a text that stays the same.
    if (note.lastElementChild?.textContent !== nodes.at(-1)?.textContent) note.replaceChildren(...nodes);
    mark(level, isServerText ? language : document.documentElement.lang);
    return level !== "bad";
  };
  control.addEventListener("input", () => check(false));
  control.addEventListener("change", () => control.value !== "" && check(true));
  const row = element(
    "div",
    { class: "field" },
    element("label", { for: id, lang: language }, field.label),
    element("div", { class: "entry" }, control, ...reveal),
    note,
    help,
    field.sensitive ? makeLink(texts, session, field) : null,
  );
  return {
    field,
    row,
    check,
    value: () => control.value,
    focus() {
      control.focus();
      control.scrollIntoView({ block: "nearest" });
    },
    announce: () => note.replaceChildren(...note.childNodes),
    refuse(text) {
      note.replaceChildren(element("span", {}, text));
      mark("bad", document.documentElement.lang);
    },
    lock(isLocked) {
      if (control instanceof HTMLSelectElement) control.disabled = isLocked;
      else {
        control.readOnly = isLocked;
        if (isLocked && field.sensitive) control.type = "password";
      }
    },
    empty() {
      control.value = "";
    },
  };
}

function createInput(field: CredentialField, attributes: Readonly<Record<string, string | boolean>>): Control {
  // Tell password managers to ignore this field: it isn't a password for this page.
  return element("input", {
    ...attributes,
    type: field.sensitive ? "password" : "text",
    autocomplete: "off",
    autocapitalize: "none",
    autocorrect: "off",
    spellcheck: "false",
    maxlength: String(valueLengthMax),
    dir: "ltr",
    "data-1p-ignore": true,
    "data-bwignore": true,
    "data-lpignore": "true",
    "data-form-type": "other",
  });
}

/** A list to choose from. A single required option is preselected. */
function createChoice(
  texts: Texts,
  { options, required }: CredentialField,
  attributes: Readonly<Record<string, string | boolean>>,
): Control {
  const isChosen = required && options.length === 1;
  const unset = isChosen ? [] : [element("option", { value: "" }, texts.text("choose"))];
  const choices = options.map((option) => element("option", { value: option }, option));
  return element("select", { ...attributes, autocomplete: "off", dir: "ltr" }, ...unset, ...choices);
}

function judgeField({ required, options, ...field }: CredentialField, value: string): Judgement {
  if (value === "" && !required) return { kind: "fits", message: null, isLimited: false };
  if (options.includes(value)) return { kind: "fits", message: null, isLimited: false };
  return judge(value, field);
}

function revealButton(texts: Texts, input: HTMLInputElement, session: FrontendSession): HTMLElement {
  const button = element("button", { type: "button", class: "reveal", "aria-controls": input.id });
  const show = (): void => {
    const key = input.type === "password" ? "show" : "hide";
    button.textContent = texts.text(key);
    button.setAttribute("aria-label", texts.text(`${key}.label`, placeholderValues(session)));
  };
  button.addEventListener("click", () => {
    if (input.readOnly) return;
    input.type = input.type === "password" ? "text" : "password";
    show();
  });
  // The form itself hides the credential while it is being checked.
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

/** Chooses the note for a value. An incomplete value is reported only when the user leaves the field. */
function describe(
  say: (key: string) => string,
  judgement: Judgement,
  isLeaving: boolean,
  isSensitive: boolean,
): { text: string; isServerText: boolean; level: "" | "good" | "caution" | "bad" } {
  switch (judgement.kind) {
    case "fits":
      return { text: judgement.message ?? "", isServerText: true, level: judgement.isLimited ? "caution" : "good" };
    case "refused":
      return { text: judgement.message, isServerText: true, level: "bad" };
    case "spaces":
    case "unlike":
      return { text: problem(say, judgement.kind, isSensitive), isServerText: false, level: "bad" };
    case "empty":
    case "unfinished":
      return isLeaving
        ? { text: problem(say, judgement.kind, isSensitive), isServerText: false, level: "bad" }
        : { text: "", isServerText: false, level: "" };
  }
}

/** Texts about secrets name the credential. */
function problem(
  say: (key: string) => string,
  kind: "spaces" | "unlike" | "empty" | "unfinished",
  isSensitive: boolean,
): string {
  if (isSensitive) return say(kind === "unlike" ? "error.invalid" : `error.${kind}`);
  return say(kind === "empty" ? "error.missing" : "error.format");
}
