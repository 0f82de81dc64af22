/** The credential form. It never sends a value that is known to be rejected. */
import type { CredentialField, FrontendSession } from "@svc/contract";
import { isReconnect, isWritingUnchecked, placeholderValues } from "./consent.ts";
import { element } from "./dom.ts";
import { createField } from "./field.ts";
import { footElement } from "./screen.ts";
import { createSummary } from "./summary.ts";
import type { Texts } from "./i18n.ts";
import { createWays } from "./ways.ts";

/** The form, for the code that controls it. */
export type CredentialForm = {
  nodes: readonly Node[];
  /** Locks the form and shows `text`; null unlocks it. */
  busy(text: string | null): void;
  /** Shows an error and focuses it: at the field if the value `isRefused`, otherwise in the summary. */
  fail(text: string, isRefused: boolean): void;
  /** Removes the credential from the page. */
  empty(): void;
};

export type FormEvents = { submit(fields: Record<string, string>): void; cancel(): void };

const formId = "credential";
/** Builds the form. */
export function createForm(texts: Texts, session: FrontendSession, on: FormEvents): CredentialForm {
  const values = placeholderValues(session);
  const fields = session.form.fields.map((field) => createField(texts, session, field));
  const ways = createWays(texts, session.form, fields);
  const summary = createSummary();
  const progress = element("p", { class: "progress", role: "status" });
  const submitKey = isReconnect(session) ? "reconnect.submit" : "connect.submit";
  const submit = element("button", { class: "primary", type: "submit", form: formId }, texts.text(submitKey, values));
  const cancel = element("button", { class: "quiet", type: "button" }, texts.text("cancel"));
  const form = element(
    "form",
    { id: formId, novalidate: true, autocomplete: "off", class: "part" },
    ...ways.nodes,
    ...(isWritingUnchecked(session) ? [element("p", { class: "muted" }, ...texts.nodes("unchecked", values))] : []),
    element("p", { class: "muted" }, ...texts.nodes(fields.length === 0 ? "open" : "safe", values)),
  );
  // Outside the form, so that it stays in sight while the form scrolls.
  const foot = footElement(summary.node, progress, element("div", { class: "actions" }, submit, cancel));
  let isBusy = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isBusy) return;
    summary.hide();
    const shown = ways.shown();
    const [bad] = shown.filter(({ check }) => !check(true));
    if (bad !== undefined) {
      bad.announce();
      bad.focus();
      return;
    }
    // Of several credentials, the submission's schema requires none. The chosen one must be complete.
    const missing = shown.find(({ field, value }) => value() === "" && isChosen(session, field));
    if (missing !== undefined) {
      missing.refuse(texts.text(missing.field.sensitive ? "error.empty" : "error.missing", values));
      missing.focus();
      return;
    }
    const entries = shown.map(({ field, value }) => [field, value()] as const);
    const filled = entries.filter(([{ required }, value]) => required || value !== "");
    on.submit(Object.fromEntries(filled.map(([{ name }, value]) => [name, value])));
  });
  form.addEventListener("input", () => summary.hide());
  cancel.addEventListener("click", () => on.cancel());
  return {
    nodes: [form, foot],
    fail(text, isRefused) {
      // With several fields, it's unknown which one is wrong.
      const [only, ...others] = ways.shown();
      if (!isRefused || only === undefined || others.length > 0) return summary.show(text);
      only.refuse(text);
      only.focus();
    },
    busy(text) {
      isBusy = text !== null;
      form.setAttribute("aria-busy", String(isBusy));
      // Not `disabled`, which would lose focus.
      submit.setAttribute("aria-disabled", String(isBusy));
      progress.textContent = text ?? "";
      ways.lock(isBusy);
      for (const { lock } of fields) lock(isBusy);
    },
    empty() {
      for (const { empty } of fields) empty();
    },
  };
}

/** Whether the chosen credential has to have this field, although a submission may lack it. */
function isChosen({ form: { ways, fields } }: FrontendSession, field: CredentialField): boolean {
  if (ways.length > 0) return ways.some((way) => way.fields.includes(field.name));
  return field.sensitive && fields.every(({ sensitive, required }) => !sensitive || !required);
}
