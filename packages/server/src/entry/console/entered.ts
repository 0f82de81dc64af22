/**
 * Forms with several fields. What a person typed is kept if it can't be used, or if someone else changed the same thing
 * in the meantime; a secret isn't.
 */
import { ServiceError, adminOperations, parseJsonStrict, type AdminOperationId, type InputError } from "@svc/contract";
import { compileSchema } from "../../domain/schemas/compile.ts";
import { emptyHtml, isolated, joined, markup, type Html } from "../html/markup.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleResponse } from "./console.ts";
import { idCell, pageHead } from "./elements.ts";
import { hiddenFields } from "./forms.ts";

/** A field of a form. */
export type Field = {
  name: string;
  label: string;
  hint?: Html | string;
  /** `lines`: one value per line. `json`: a document. `secret`: never shown again. A text by default. */
  kind?: "text" | "lines" | "json" | "secret";
  choices?: readonly (readonly [value: string, label: string])[];
  /** The height of a field with several lines. */
  rows?: number;
  isRequired?: boolean;
  /** What it has at first. */
  value: string;
};

/** A form on a page of its own. */
export type EntryForm = {
  title: string;
  intro?: Html | string;
  of: { name: string; path: string };
  /** Where it is sent. */
  path: string;
  label: string;
  fields: readonly Field[];
  /** The version that it changes; "" for something new. */
  version: string;
  /** Other fields, such as what identifies the thing. */
  hidden?: Readonly<Record<string, string>>;
  /** Another button, and what it sent. */
  also?: { label: string; name: string; value: string };
  /** What to read before the form, and what follows it. */
  above?: Html;
  below?: Html;
};

/** Renders the page. @param faults what is wrong with what was entered. */
export function entryPage(
  { forms }: Pick<ConsoleRequest, "forms">,
  form: EntryForm,
  faults: Html = emptyHtml,
): ConsolePage {
  const { title, intro = "", of, path, label, fields, version, hidden = {}, also } = form;
  const { above = emptyHtml, below = emptyHtml } = form;
  const other =
    also === undefined ? emptyHtml : markup`<button name="${also.name}" value="${also.value}">${also.label}</button>`;
  const main = markup`${pageHead(title, emptyHtml, { intro, of })}
${faults}
${above}
<div class="card"><form method="post" action="${path}" class="entry" autocomplete="off">
${hiddenFields({ csrf: forms.token, version, ...hidden })}
${fields.map(fieldHtml)}
<div class="actions"><button class="primary">${label}</button>${other}<a class="button" href="${of.path}">Cancel</a></div>
</form></div>
${below}`;
  return { title, main };
}

function fieldHtml(field: Field): Html {
  const { name, label, hint = "", isRequired = false } = field;
  const described = hint === "" ? emptyHtml : markup` aria-describedby="${name}-hint"`;
  const required = isRequired ? markup` required` : emptyHtml;
  return markup`<div class="field"><label for="${name}">${label}</label>
${control(field, markup`${described}${required}`)}
${hint === "" ? emptyHtml : markup`<span class="hint" id="${name}-hint">${hint}</span>`}</div>`;
}

function control({ name, kind = "text", choices, value, ...field }: Field, state: Html): Html {
  if (choices !== undefined) {
    const options = choices.map(([choice, text]) => {
      const selected = choice === value ? markup` selected` : emptyHtml;
      return markup`<option value="${choice}"${selected}>${text}</option>`;
    });
    return markup`<select id="${name}" name="${name}"${state}>${options}</select>`;
  }
  if (kind === "lines" || kind === "json") {
    const { rows = kind === "json" ? 16 : 3 } = field;
    return markup`<textarea id="${name}" name="${name}" rows="${String(rows)}" spellcheck="false" dir="auto" class="code"${state}>
${value}</textarea>`;
  }
  const type = kind === "secret" ? "password" : "text";
  return markup`<input id="${name}" name="${name}" type="${type}" value="${value}" spellcheck="false" autocomplete="off" dir="auto"${state}>`;
}

/** Returns the fields with what was entered; a secret is left out. */
export function withEntered(fields: readonly Field[], form: URLSearchParams): Field[] {
  return fields.map((field) => ({
    ...field,
    value: field.kind === "secret" ? "" : (form.get(field.name) ?? field.value).replaceAll("\r\n", "\n"),
  }));
}

/** The values of a field with one per line. */
export function readLines(form: URLSearchParams, name: string): string[] {
  return (form.get(name) ?? "").split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

/** Parses a document. @throws ServiceError INVALID_REQUEST with the place of what isn't usable. */
export function readJson(text: string): unknown {
  const parsed = parseJsonStrict(text, { keysMax: 10_000, valuesMax: 20_000 });
  if (parsed.ok) return parsed.value;
  const { reason, pointer } = parsed;
  const errors = [{ pointer, keyword: "type", message: `This isn't usable JSON: ${reason}` }];
  throw new ServiceError("INVALID_REQUEST", { detail: reason, errors });
}

/** The version that a form changes; undefined for any. */
export function readVersion(form: URLSearchParams): string | undefined {
  return readField(form, "version") ?? undefined;
}

/** Returns a body that an operation's schema allows. @throws ServiceError INVALID_REQUEST with the faults by place. */
export function checked<Body>(id: AdminOperationId, body: Body): Body {
  const operation = adminOperations[id];
  const errors = "body" in operation ? compileSchema(operation.body)(body) : [];
  if (errors.length > 0) throw new ServiceError("INVALID_REQUEST", { errors });
  return body;
}

const refusals: readonly string[] = ["INVALID_REQUEST", "NOT_FOUND", "PRECONDITION_FAILED"];

/**
 * Sends a form's content on, or shows the form again with what was entered and why it was refused.
 * @param reopen reads the thing again, so that the form has its current version.
 */
export async function submit(
  request: ConsoleRequest,
  work: () => Promise<ConsoleResponse>,
  reopen: () => Promise<EntryForm>,
): Promise<ConsoleResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || !refusals.includes(error.code)) throw error;
    const form = await reopen();
    const shown = { ...form, fields: withEntered(form.fields, request.form) };
    const isStale = error.code === "PRECONDITION_FAILED";
    return { ...entryPage(request, shown, faultsHtml(error, form)), status: isStale ? 409 : 422 };
  }
}

function faultsHtml({ code, detail, errors = [] }: ServiceError, { version, of }: EntryForm): Html {
  if (code === "PRECONDITION_FAILED") {
    const text =
      version === ""
        ? markup`There is already one. Nothing was changed, and what you typed is still here.`
        : markup`Nothing was changed, and what you typed is still here. Look at <a href="${of.path}">what is there now</a>. If you
send this again, it replaces that.`;
    return markup`<div class="faults" role="alert"><h2>Someone changed this since you opened it</h2><p>${text}</p></div>`;
  }
  const items = errors.length === 0 ? [markup`<li>${isolated(detail)}</li>`] : errors.map(faultItem);
  return markup`<div class="faults" role="alert"><h2>Please correct this. Nothing was changed</h2><ul>${items}</ul></div>`;
}

function faultItem({ pointer, message }: InputError): Html {
  const place = pointer === "" ? emptyHtml : markup`<code>${pointer}</code> `;
  return markup`<li>${place}${isolated(message)}</li>`;
}

/** Renders a secret, which is shown only this once. @param more what else to know. */
export function shownOnce(
  parts: { title: string; secret: string; back: { name: string; path: string }; warnings?: readonly string[] },
  more: Html = emptyHtml,
): ConsolePage {
  const { title, secret, back, warnings = [] } = parts;
  const notes = warnings.map((text) => markup`<p class="alert caution">${isolated(text)}.</p>`);
  const main = markup`${pageHead(title, emptyHtml, { of: back })}
<div class="card confirm"><p><strong>Copy it now.</strong> It is shown only this once, and svc can't show it again.</p>
<div class="secret">${idCell(secret)}</div>
${more}</div>
${joined(notes)}
<div class="actions"><a class="button primary" href="${back.path}">Done</a></div>`;
  return { title, main, status: 201 };
}
