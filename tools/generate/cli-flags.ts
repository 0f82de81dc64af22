/** The arguments and flags of generated commands, as text: their types, names and values. */
import { propertiesOf, type CommandSpec, type SdkCallable } from "@svc/contract";

export type Schema = { type?: string; enum?: readonly string[]; anyOf?: readonly Schema[]; items?: Schema };

/** A command with the call that it makes. */
export type GeneratedCommand = {
  readonly noun: string;
  readonly verb: string;
  readonly args: readonly string[];
  readonly command: CommandSpec;
  readonly callable: SdkCallable;
};

/** One flag: the field that it gives, its name in the parsed flags, and how its text is read. */
export type Flag = {
  readonly field: string;
  readonly name: string;
  readonly flag: string;
  readonly text: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
};

export function flagsOf({ operation }: SdkCallable, { flags = {} }: CommandSpec): Flag[] {
  const fields = { ...propertiesOf(operation.query), ...propertiesOf(operation.body) };
  const { required = [] }: { required?: readonly string[] } = operation.body ?? {};
  return Object.entries(flags).map(([field, [flag, text]]) => {
    const schema = fields[field];
    if (schema === undefined) throw new Error(`${operation.id} has no field ${field} for ${flag}.`);
    const name = camelCase(flag.split(" ")[0]?.replace(/^--/, "") ?? "");
    return { field, name, flag, text, schema, isRequired: required.includes(field) };
  });
}

export function valueText({ name, flag, schema }: Flag, isUpdate: boolean): string {
  const isNullable = schema.anyOf?.some(({ type }) => type === "null") === true;
  if (isUpdate && isNullable) return `flags.${name} === "" ? null : flags.${name}`;
  const type = schema.type ?? schema.anyOf?.find((each) => each.type !== "null")?.type;
  return type === "integer" ? `readCount(${JSON.stringify(flag.split(" ")[0])}, flags.${name})` : `flags.${name}`;
}

export function flagsType(flags: readonly Flag[], isPaged: boolean, isKeyed: boolean): string {
  const fields = flags.map(({ name, schema, isRequired }) => `${name}${isRequired ? "" : "?"}: ${flagType(schema)}`);
  const all = [...fields, ...(isKeyed ? ["idempotencyKey?: string"] : [])];
  if (all.length === 0) return "PageFlags";
  return `${isPaged ? "PageFlags & " : ""}{ ${all.join("; ")} }`;
}

export function flagType(schema: Schema): string {
  const { type, enum: choices, items } = schema;
  if (type === "array") {
    const inner = flagType(items ?? {});
    return inner.includes("|") ? `(${inner})[]` : `${inner}[]`;
  }
  if (type === "boolean") return "boolean";
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  return "string";
}

/** The arguments' names in code: the first is \`id\`. */
export function argumentNames(args: readonly string[]): string[] {
  return args.map((arg, place) => (place === 0 ? "id" : camelCase(arg.replaceAll(/[<>[\]]/g, ""))));
}

export function argumentText(name: string, arg: string): string {
  return arg.startsWith("[") ? name : `${name} = ""`;
}

export function sayText(text: string, args: readonly string[], names: readonly string[]): string {
  const filled = text.replaceAll(/\{(\w+)\}/g, (_all, arg: string) => `\${${names[args.indexOf(`<${arg}>`)] ?? "id"}}`);
  return filled === text ? JSON.stringify(text) : `\`${filled}\``;
}

export function spoken(flags: readonly Flag[]): string {
  const names = flags.map(({ flag }) => flag.split(" ")[0] ?? "");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** \`audit-events\` → \`auditEvents\`, \`event_id\` → \`eventId\`. */
export function camelCase(name: string): string {
  return name.replaceAll(/[-_]([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
