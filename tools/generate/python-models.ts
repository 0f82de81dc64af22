/** The result classes of the Python SDK, from the schemas in the API description. */
import { operationList, sdkCallable } from "@svc/contract";

/** A JSON Schema, as far as results use it. */
type Schema = {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
  const?: unknown;
  $ref?: string;
  "x-sensitive"?: boolean;
};

/** The parts of the API description that are read here. */
export type ApiDescription = {
  paths: Record<string, Record<string, { security?: readonly unknown[]; responses?: unknown }>>;
  components: { schemas: Record<string, Schema> };
};

/** One attribute of a class. */
type Field = {
  name: string;
  wire: string;
  type: string;
  doc: string;
  part: string | null;
  isOptional: boolean;
  isHidden: boolean;
};

/** Schemas of bodies that only the frontend sends, and pages of lists, which the SDK turns into iterators. */
const roots = [
  ["ServiceClient", "Tenant", "Provider", "ProviderPage", "Action", "ActionMatch", "TenantProvider"],
  ["TenantProviderPage", "ConnectSession", "CreatedConnectSession", "Connection", "TestedConnection"],
  [
    "ImportedConnection",
    "Execution",
    "ExecutedAction",
    "Event",
    "EventList",
    "WebhookEndpoint",
    "CreatedWebhookEndpoint",
  ],
  [
    "WebhookDelivery",
    "AuditEvent",
    "DelegatedToken",
    "CreatedDelegatedToken",
    "RevokedDelegatedTokens",
    "AgentAuthorization",
    "DecidedAgentAuthorization",
    "Proposal",
    "PolicyVerdict",
  ],
].flat();

const widthMax = 120;

/**
 * @param description the API description.
 * @returns the text of `models.py`, and the names of its enums by their `Literal[…]`.
 * @throws Error for an unknown schema.
 */
export function pythonModels(description: ApiDescription): { text: string; enums: ReadonlyMap<string, string> } {
  const classes = new Map<string, string>();
  const enums = new Map<string, string>();
  const names = new Map<string, string>();
  const { schemas } = description.components;

  const define = (name: string, schema: Schema): void => {
    if (classes.has(name)) return;
    const fields = Object.entries(schema.properties ?? {}).map(([wire, property]) =>
      fieldOf(name, wire, property, schema),
    );
    classes.set(name, classText(name, schema.description ?? "", fields));
  };

  const fieldOf = (owner: string, wire: string, property: Schema, schema: Schema): Field => {
    const name = snakeCase(wire);
    const { type, part } = typeOf(owner, name, property);
    const isOptional = !(schema.required ?? []).includes(wire);
    const shown = isOptional && !type.startsWith("Optional[") ? `Optional[${type}]` : type;
    const isHidden = property["x-sensitive"] === true || type === "Any";
    return { name, wire, type: shown, doc: property.description ?? "", part, isOptional, isHidden };
  };

  const typeOf = (owner: string, name: string, schema: Schema): { type: string; part: string | null } => {
    if (schema.$ref !== undefined) {
      const part = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
      const referenced = schemaOf(schemas, part);
      if (referenced.enum !== undefined) return { type: enumOf(part, referenced.enum), part: null };
      define(part, referenced);
      return { type: part, part };
    }
    if (schema.anyOf !== undefined) {
      const kinds = schema.anyOf.filter(({ type }) => type !== "null").map((each) => typeOf(owner, name, each));
      const union = kinds.length === 1 ? (kinds[0]?.type ?? "") : `Union[${kinds.map(({ type }) => type).join(", ")}]`;
      const isNullable = kinds.length < schema.anyOf.length;
      return { type: isNullable ? `Optional[${union}]` : union, part: kinds[0]?.part ?? null };
    }
    if (schema.enum !== undefined) return { type: enumOf(owner + pascalCase(name), schema.enum), part: null };
    if (schema.type === "array" && schema.items !== undefined) {
      const { type, part } = typeOf(owner, name, schema.items);
      return { type: `List[${type}]`, part };
    }
    if (schema.type === "object" && schema.properties !== undefined) {
      const part = owner + pascalCase(name);
      if (Object.hasOwn(schemas, part)) throw new Error(`${owner}.${name} and a schema would both be ${part}.`);
      define(part, schema);
      return { type: part, part };
    }
    if (schema.type === "object") {
      const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
      return { type: `Dict[str, ${typeOf(owner, name, values).type}]`, part: null };
    }
    return { type: plainTypeOf(schema), part: null };
  };

  const enumOf = (chosen: string, values: readonly string[]): string => {
    const literal = `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
    const known = names.get(literal);
    if (known !== undefined) return known;
    names.set(literal, chosen);
    enums.set(chosen, `${chosen} = ${wrapped(literal)}`);
    return chosen;
  };

  const returned = operationList.flatMap((operation) => {
    const callable = sdkCallable(operation);
    if (callable === null || callable.operation.call.isHandwritten === true) return [];
    const { result } = callable;
    return result.kind === "nothing" ? [] : [result.kind === "body" ? result.type : result.item];
  });
  for (const root of new Set([...roots, ...returned])) define(root, schemaOf(schemas, root));
  const text = [header, ...enums.values(), "", ...[...classes.values()].flatMap((each) => ["", each])].join("\n");
  return { text, enums: names };
}

const header = `"""Results, generated from the API description by \`npm run generate\`. Newer servers may send more fields and values."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ._model import Model
`;

/** `allowedReturnUrls` → `allowed_return_urls`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function schemaOf(schemas: Record<string, Schema>, name: string): Schema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The API description has no schema ${name}.`);
  return schema;
}

function plainTypeOf(schema: Schema): string {
  const types: Record<string, string> = {
    string: "str",
    integer: "int",
    number: "float",
    boolean: "bool",
    null: "None",
  };
  if (schema.type === undefined) return "Any";
  const type = types[schema.type];
  if (type === undefined) throw new Error(`There is no Python type for ${JSON.stringify(schema)}.`);
  return type;
}

function classText(name: string, doc: string, fields: readonly Field[]): string {
  const hidden = fields.filter(({ isHidden }) => isHidden).map(({ name: field }) => field);
  const optional = fields.filter(({ isOptional }) => isOptional).map(({ name: field }) => field);
  const parts = fields.filter(({ part }) => part !== null).map(({ name: field, part }) => `"${field}": ${part}`);
  const wire = fields.map(({ name: field, wire: sent }) => `        "${field}": "${sent}",`);
  return [
    `class ${name}(Model):`,
    ...docLines(doc),
    "",
    ...fields.flatMap((field) => [`    ${field.name}: ${field.type}`, ...docLines(field.doc)]),
    "",
    "    _wire = {",
    ...wire,
    "    }",
    ...(optional.length === 0 ? [] : [`    _optional = frozenset({${quoted(optional)}})`]),
    ...(hidden.length === 0 ? [] : [`    _hidden = frozenset({${quoted(hidden)}})`]),
    ...(parts.length === 0 ? [] : [`    _parts = {${parts.join(", ")}}`]),
    "",
  ].join("\n");
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** A docstring, wrapped to the line length. */
function docLines(doc: string): string[] {
  if (doc === "") return [];
  const text = doc.replaceAll("\\", "\\\\").replaceAll('"', "'");
  const lines: string[] = [];
  let line = '    """';
  for (const word of text.split(" ")) {
    const next = line.endsWith('"""') || line.trim() === "" ? line + word : `${line} ${word}`;
    if (next.length > widthMax - 3) {
      lines.push(line);
      line = `    ${word}`;
    } else line = next;
  }
  return lines.length === 0 ? [`${line}"""`] : [...lines, line, '    """'];
}

/** A literal, with one value per line if it is long. */
function wrapped(literal: string): string {
  if (literal.length < 90) return literal;
  return literal.replace("[", "[\n    ").replaceAll(", ", ",\n    ").replace(/\]$/, ",\n]");
}
