/** A choice between several credentials, of which the user enters one: only its fields are shown and submitted. */
import type { CredentialForm } from "@svc/contract";
import { element } from "./dom.ts";
import type { FormField } from "./field.ts";
import type { Texts } from "./i18n.ts";

/** The choice, and the fields that count. */
export type Ways = {
  /** The fields in their order, with the choice before those that it is about. */
  nodes: readonly HTMLElement[];
  /** The fields of the chosen credential, and those that all of them have. */
  shown(): readonly FormField[];
  lock(isLocked: boolean): void;
};

/** Builds the choice; without ways, all fields count. */
export function createWays(texts: Texts, { ways, language }: CredentialForm, fields: readonly FormField[]): Ways {
  const rows = fields.map(({ row }) => row);
  if (ways.length === 0) return { nodes: rows, shown: () => fields, lock: () => undefined };
  let chosen = ways[0];
  const isShown = ({ field: { name } }: FormField): boolean =>
    chosen?.fields.includes(name) === true || ways.every((way) => !way.fields.includes(name));
  const update = (): void => {
    for (const field of fields) {
      field.row.hidden = !isShown(field);
      // What isn't shown isn't kept either.
      if (field.row.hidden) field.empty();
    }
  };
  const inputs = ways.map((way, index) => {
    const input = element("input", { type: "radio", name: "way", id: `way-${String(index)}`, checked: index === 0 });
    input.addEventListener("change", () => {
      chosen = way;
      update();
    });
    return input;
  });
  const choices = ways.map(({ label }, index) =>
    element(
      "label",
      { for: `way-${String(index)}`, lang: language },
      inputs[index] ?? null,
      element("span", {}, label),
    ),
  );
  const choice = element("fieldset", { class: "ways" }, element("legend", {}, texts.text("ways")), ...choices);
  const first = fields.findIndex(({ field: { name } }) => ways.some((way) => way.fields.includes(name)));
  update();
  return {
    nodes: [...rows.slice(0, first), choice, ...rows.slice(first)],
    shown: () => fields.filter(isShown),
    lock(isLocked) {
      choice.disabled = isLocked;
    },
  };
}
