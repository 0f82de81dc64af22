/** The property values of a page that can be written: https://developers.notion.com/reference/page-property-values */
import { isRecord } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { plainText, toRichText } from "./rich-text.ts";

const name = Type.String({ description: "Name of the property.", minLength: 1, maxLength: 100 });
const short = (description: string) => Type.String({ description, maxLength: 2000 });
const day = (description: string) =>
  Type.String({
    description,
    maxLength: 35,
    pattern: "^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)?)?$",
  });
const value = <Member extends Record<string, ReturnType<typeof Type.String> | object>>(member: Member) =>
  Type.Object({ name, ...member }, { additionalProperties: false });

export const propertyValue = Type.Union(
  [
    value({ title: short("For the title property.") }),
    value({ text: short("For a text property.") }),
    value({
      number: Type.Union([Type.Number(), Type.Null()], { description: "For a number property; null clears it." }),
    }),
    value({ select: short("For a select property: name of the option.") }),
    value({ status: short("For a status property: name of the option.") }),
    value({
      multiSelect: Type.Array(Type.String({ description: "Name of an option.", minLength: 1, maxLength: 100 }), {
        description: "For a multi-select property: names of the options.",
        maxItems: 50,
      }),
    }),
    value({
      date: day("For a date property: a date or time in ISO 8601."),
      end: Type.Optional(day("End of a date range.")),
    }),
    value({ checkbox: Type.Boolean({ description: "For a checkbox property." }) }),
    value({ url: short("For a URL property.") }),
    value({ email: short("For an email property.") }),
    value({ phone: short("For a phone property.") }),
  ],
  { description: "A property's name, and its value in the field for its type." },
);

/** A list of properties. */
export const propertyValues = Type.Array(propertyValue, { description: "Properties to set.", maxItems: 50 });

/** A property and its value in the input. */
export type PropertyValue = Static<typeof propertyValue>;

/** Converts properties to Notion's form. */
export function toProperties(values: readonly PropertyValue[]): Readonly<Record<string, object>> {
  return Object.fromEntries(values.map((one) => [one.name, toProperty(one)]));
}

function toProperty(one: PropertyValue): object {
  if ("title" in one) return { title: toRichText(one.title) };
  if ("text" in one) return { rich_text: toRichText(one.text) };
  if ("number" in one) return { number: one.number };
  if ("select" in one) return { select: one.select === "" ? null : { name: one.select } };
  if ("status" in one) return { status: one.status === "" ? null : { name: one.status } };
  if ("multiSelect" in one) return { multi_select: one.multiSelect.map((option) => ({ name: option })) };
  if ("date" in one) return { date: { start: one.date, ...(one.end === undefined ? {} : { end: one.end }) } };
  if ("checkbox" in one) return { checkbox: one.checkbox };
  if ("url" in one) return { url: one.url === "" ? null : one.url };
  if ("email" in one) return { email: one.email === "" ? null : one.email };
  return { phone_number: one.phone === "" ? null : one.phone };
}

/** Returns an input value in the form that `propertyText` returns after it is set. */
export function textOfValue(one: PropertyValue): string | null {
  const property = toProperty(one);
  const [type = ""] = Object.keys(property);
  // Only answers include the plain text of rich text.
  if ("title" in one) return one.title;
  if ("text" in one) return one.text;
  return propertyText({ type, ...property });
}

/** Returns a property's value as text; null if it is empty, or if its type has no text form. */
export function propertyText(property: Readonly<Record<string, unknown>>): string | null {
  const { type } = property;
  const content = property[String(type)];
  switch (type) {
    case "title":
    case "rich_text":
      return plainText(content);
    case "number":
    case "checkbox":
      return typeof content === "number" || typeof content === "boolean" ? String(content) : null;
    case "select":
    case "status":
      return named(content);
    case "multi_select":
    case "people":
    case "relation":
      return Array.isArray(content) ? content.map((item) => named(item) ?? "").join(", ") : null;
    case "date": {
      if (!isRecord(content) || typeof content["start"] !== "string") return null;
      return typeof content["end"] === "string" ? `${content["start"]}/${content["end"]}` : content["start"];
    }
    case "formula":
      return isRecord(content) ? primitive(content[String(content["type"])]) : null;
    default:
      return primitive(content);
  }
}

function named(item: unknown): string | null {
  if (!isRecord(item)) return null;
  return primitive(item["name"]) ?? primitive(item["id"]);
}

function primitive(content: unknown): string | null {
  return typeof content === "string" || typeof content === "number" || typeof content === "boolean"
    ? String(content)
    : null;
}
