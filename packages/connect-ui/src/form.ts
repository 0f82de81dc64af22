/** The form that takes the credential. It never sends what is known to be refused, and says why as it is typed. */
import type { CredentialField, FrontendSession } from "@svc/contract";
import { judge, type Judgement } from "./check.ts";
import { isReconnect, valuesOf } from "./consent.ts";
import { element, icon } from "./dom.ts";
import { createSummary } from "./summary.ts";
import type { Words } from "./words.ts";

/** The form as its owner drives it. */
export type CredentialForm = {
  nodes: readonly Node[];
  /** Locks the form while `text` is so, or opens it again with null. */
  busy(text: string | null): void;
  /** Says in the summary what went wrong, and moves the focus there. `isRefused`: what is in the fields is no good. */
  fail(text: string, isRefused: boolean): void;
  /** Takes the credential out of the page. */
  empty(): void;
};

/** What the form tells its owner. */
export type FormEvents = { submit(fields: Record<string, string>): void; cancel(): void };

/** Longer than this is no token, whatever it is. */
const valueLengthMax = 4096;

type Input = {
  field: CredentialField;
  input: HTMLInputElement;
  row: HTMLElement;
  check: (isLeaving: boolean) => string | null;
  /** The server has refused the value, whatever its form: no praise of it stays. */
  refuse: () => void;
};

/** Builds it. */
export function createForm(words: Words, session: FrontendSession, on: FormEvents): CredentialForm {
  const values = valuesOf(session);
  const inputs = session.form.fields.map((field) => createInput(words, session, field));
  const summary = createSummary(words);
  const progress = element("p", { class: "progress", role: "status" });
  const submitKey = isReconnect(session) ? "reconnect.submit" : "connect.submit";
  const submit = element("button", { class: "primary", type: "submit" }, words.text(submitKey));
  const cancel = element("button", { class: "quiet", type: "button" }, words.text("cancel"));
  const fail = (text: string, isRefused: boolean): void => {
    if (isRefused) for (const { refuse } of inputs) refuse();
    summary.show(text);
  };
  const form = element(
    "form",
    { novalidate: true, autocomplete: "off", class: "part" },
    summary.node,
    ...inputs.map(({ row }) => row),
    element("p", { class: "muted" }, ...words.nodes("safe", values)),
    progress,
    element("div", { class: "actions" }, submit, cancel),
  );
  let isBusy = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isBusy) return;
    const faults = inputs.flatMap(({ check }) => check(true) ?? []);
    summary.hide();
    const [fault] = faults;
    if (fault !== undefined) fail(fault, false);
    else on.submit(Object.fromEntries(inputs.map(({ field, input }) => [field.name, input.value])));
  });
  form.addEventListener("input", () => summary.hide());
  cancel.addEventListener("click", () => on.cancel());
  return {
    nodes: [form],
    fail,
    busy(text) {
      isBusy = text !== null;
      form.setAttribute("aria-busy", String(isBusy));
      // Not `disabled`, which would throw the focus away.
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

function createInput(words: Words, session: FrontendSession, field: CredentialField): Input {
  const { language } = session.form;
  const id = `field-${field.name}`;
  const help = element("p", { id: `${id}-help`, class: "muted", lang: language }, field.help);
  const note = element("p", { id: `${id}-note`, class: "note", "aria-live": "polite" });
  // Password managers are asked to look away: what is typed here is nobody's password of this page.
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
  const check = (isLeaving: boolean): string | null => {
    const { text, isServerText, level } = describe(words, judge(input.value, field), isLeaving);
    const cautioned = level === "caution" ? [icon("caution"), unseen(`${words.text("caution")} `)] : [];
    const nodes = text === "" ? [] : [...cautioned, element("span", {}, text)];
    // A live region is spoken again at each change, so the same words stay as they are.
    if (note.lastElementChild?.textContent !== nodes.at(-1)?.textContent) note.replaceChildren(...nodes);
    note.className = `note ${level}`;
    note.lang = isServerText ? language : document.documentElement.lang;
    input.setAttribute("aria-invalid", String(level === "bad"));
    return level === "bad" ? text : null;
  };
  input.addEventListener("input", () => check(false));
  input.addEventListener("change", () => input.value !== "" && check(true));
  const row = element(
    "div",
    { class: "field" },
    element("label", { for: id, lang: language }, field.label),
    element("div", { class: "entry" }, input, revealButton(words, input)),
    note,
    help,
    makeLink(words, session, field),
  );
  const refuse = (): void => {
    note.textContent = "";
    input.setAttribute("aria-invalid", "true");
  };
  return { field, input, row, check, refuse };
}

function revealButton(words: Words, input: HTMLInputElement): HTMLElement {
  const button = element("button", { type: "button", class: "reveal", "aria-controls": input.id });
  const show = (): void => {
    const key = input.type === "password" ? "show" : "hide";
    button.textContent = words.text(key);
    button.setAttribute("aria-label", words.text(`${key}.label`));
  };
  button.addEventListener("click", () => {
    if (input.readOnly) return;
    input.type = input.type === "password" ? "text" : "password";
    show();
  });
  // The form hides the credential by itself while it is checked.
  new MutationObserver(show).observe(input, { attributeFilter: ["type"] });
  show();
  return button;
}

function makeLink(words: Words, session: FrontendSession, field: CredentialField): HTMLElement {
  const link = element("a", { href: field.helpUrl, target: "_blank", rel: "noopener noreferrer" });
  link.append(words.text("grant.make", valuesOf(session)), unseen(` (${words.text("newTab")})`));
  return element("p", {}, link);
}

function unseen(text: string): HTMLElement {
  return element("span", { class: "unseen" }, text);
}

/** What to say of a value; a text that is not complete is complained of only when the user leaves it. */
function describe(
  words: Words,
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
      return { text: words.text(`error.${judgement.kind}`), isServerText: false, level: "bad" };
    case "empty":
    case "unfinished":
      return isLeaving
        ? { text: words.text(`error.${judgement.kind}`), isServerText: false, level: "bad" }
        : { text: "", isServerText: false, level: "" };
  }
}
