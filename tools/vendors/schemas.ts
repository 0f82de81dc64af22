/** Validates values with the schemas of a description, and walks a value together with the schemas that describe it. */
import { dereference, validate, type Schema as Prepared } from "@cfworker/json-schema";
import type { Description, Schema } from "./description.ts";
import { placeOf } from "./record.ts";

/** A place in a value, with the schemas that apply to it. */
export type Visit = {
  /** Without the indexes of items: `issues[].title`. */
  readonly place: string;
  /** Where it is: names and indexes. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** Flat: without references, `allOf` and `anyOf`. Empty if the description doesn't mention the place. */
  readonly views: readonly Schema[];
  /** The branches of its `anyOf` and `oneOf` that the value isn't. */
  readonly others: readonly Schema[];
  /** Whether its object may be without it. */
  readonly isOptional: boolean;
  readonly isNullable: boolean;
};

/** Validation and walks with one description's schemas. */
export class Schemas {
  readonly #definitions: Readonly<Record<string, Schema>>;
  readonly #lookup: Record<string, Prepared | boolean>;
  readonly #known = new WeakSet<Schema>();

  constructor({ definitions }: Pick<Description, "definitions">) {
    this.#definitions = definitions;
    this.#lookup = dereference({ $defs: definitions });
  }

  /** One line per fault, with its place; none for a valid value. */
  faults(schema: Schema, value: unknown): string[] {
    const { errors } = this.#validated(schema, value, false);
    // The leaves say what is wrong; the rest says where they are.
    const leaves = errors.filter(
      ({ keyword }) => !/^(?:\$ref|properties|additionalProperties|items|allOf|anyOf|oneOf|prefixItems)$/.test(keyword),
    );
    const some = withoutOtherKinds(leaves.length > 0 ? leaves : errors);
    // A value that isn't null fails at the other branch.
    const isOfNull = (error: string): boolean => error.endsWith('Expected "null".');
    const told = some.every(({ error }) => isOfNull(error)) ? some : some.filter(({ error }) => !isOfNull(error));
    return [...new Set(told.map(({ instanceLocation, keyword, error }) => `${instanceLocation} ${keyword}: ${error}`))];
  }

  /** Whether the value matches. */
  isValid(schema: Schema, value: unknown): boolean {
    return this.#validated(schema, value, true).valid;
  }

  #validated(schema: Schema, value: unknown, stopsAtFirst: boolean) {
    if (!this.#known.has(schema)) {
      this.#known.add(schema);
      dereference(schema, Object.create(null) as Record<string, Prepared | boolean>);
    }
    return validate(value, schema, "2020-12", this.#lookup, stopsAtFirst);
  }

  /** Visits a value's members, and the value itself. */
  *walk(schema: Schema, value: unknown): Generator<Visit> {
    yield* this.#visit([schema], { place: "", path: [], value, isOptional: false });
  }

  *#visit(schemas: readonly Schema[], at: Pick<Visit, "place" | "path" | "value" | "isOptional">): Generator<Visit> {
    const { place, path, value } = at;
    const views: Schema[] = [];
    const others: Schema[] = [];
    for (const schema of schemas) this.#flatten(schema, value, views, others);
    const says = views.some(({ type, enum: choices, anyOf }) => (type ?? choices ?? anyOf) !== undefined);
    const isNullable = says && schemas.every((schema) => this.isValid(schema, null));
    yield { ...at, views, others, isNullable };
    if (Array.isArray(value)) {
      const items = views.flatMap((view) => (isOpen(view, "array") ? [{}] : schemaIn(view["items"])));
      for (const [index, item] of value.entries()) {
        yield* this.#visit(items, {
          place: placeOf(place, null),
          path: [...path, index],
          value: item,
          isOptional: false,
        });
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const isOptional = !views.some(({ required }) => Array.isArray(required) && required.includes(name));
        const described = views.flatMap((view) => memberSchemas(view, name));
        const next = { place: placeOf(place, name), path: [...path, name], value: member, isOptional };
        yield* this.#visit(described, next);
      }
    }
  }

  /** Adds the flat schemas that apply to a value, and the branches that don't. */
  #flatten(schema: Schema, value: unknown, views: Schema[], others: Schema[]): void {
    const target = this.resolved(schema);
    views.push(target);
    const parts = schemasIn(target["allOf"]);
    for (const part of parts) {
      const own: Schema[] = [];
      this.#flatten(part, value, views, own);
      const rest = parts.filter((one) => one !== part);
      others.push(...own.map((other) => (rest.length === 0 ? other : { allOf: [...rest, other] })));
    }
    const branches = [...schemasIn(target["anyOf"]), ...schemasIn(target["oneOf"])];
    const chosen = branches.filter((branch) => this.isValid(branch, value) || this.#fits(branch, value));
    for (const branch of chosen.length > 0 ? chosen : branches) this.#flatten(branch, value, views, others);
    if (chosen.length > 0) others.push(...branches.filter((branch) => !chosen.includes(branch)));
    // A part of an object is of the same kind, and may come in its place.
    const sizes = chosen.map((branch) => this.#membersOf(branch).length);
    others.push(
      ...chosen.filter((branch, index) => isShape(this.resolved(branch)) && (sizes[index] ?? 0) < Math.max(...sizes)),
    );
  }

  /** Whether a value has all the constants of a branch, such as its `type`, whatever it lacks. */
  #fits(branch: Schema, value: unknown): boolean {
    if (typeof value !== "object" || value === null) return false;
    const target = this.resolved(branch);
    if (schemasIn(target["anyOf"]).some((one) => this.#fits(one, value))) return true;
    const constants = this.#membersOf(target).flatMap(([name, member]) => {
      const { const: constant } = this.resolved(member);
      return constant === undefined ? [] : [{ name, constant }];
    });
    return (
      constants.length > 0 &&
      constants.every(({ name, constant }) => (value as Readonly<Record<string, unknown>>)[name] === constant)
    );
  }

  #membersOf(schema: Schema): [string, Schema][] {
    const target = this.resolved(schema);
    const own = Object.entries(Object(target["properties"]) as Readonly<Record<string, Schema>>);
    return [...own, ...schemasIn(target["allOf"]).flatMap((one) => this.#membersOf(one))];
  }

  /** The schema that a chain of references leads to. */
  resolved(schema: Schema): Schema {
    const reference = schema["$ref"];
    if (typeof reference !== "string") return schema;
    const target = this.#definitions[reference.slice("#/$defs/".length)];
    if (target === undefined) throw new Error(`The description has no ${reference}.`);
    return this.resolved(target);
  }

  /** The smallest value that a schema describes. */
  sample(schema: Schema, depth = 0): unknown {
    const target = this.resolved(schema);
    if ("const" in target) return target["const"];
    const [choice] = (target["enum"] as unknown[] | undefined) ?? [];
    if (choice !== undefined) return choice;
    const [branch] = [...schemasIn(target["anyOf"]), ...schemasIn(target["oneOf"])];
    if (branch !== undefined && target["properties"] === undefined) return this.sample(branch, depth + 1);
    const [part, ...parts] = schemasIn(target["allOf"]);
    if (part !== undefined && parts.length === 0 && target["properties"] === undefined) return this.sample(part, depth);
    const type = Array.isArray(target["type"]) ? (target["type"] as string[])[0] : target["type"];
    if (type === "string") return target["format"] === "date-time" ? "2026-01-01T00:00:00Z" : "sample";
    if (type === "integer" || type === "number") return typeof target["minimum"] === "number" ? target["minimum"] : 1;
    if (type === "boolean") return true;
    if (type === "null") return null;
    if (type === "array") return [];
    const members: Record<string, unknown> = {};
    for (const part of [target, ...schemasIn(target["allOf"]).map((one) => this.resolved(one))]) {
      if (part !== target && part["properties"] === undefined) Object.assign(members, this.sample(part, depth + 1));
      const required = (part["required"] as string[] | undefined) ?? [];
      for (const name of depth > 8 ? [] : required) {
        members[name] = this.sample(memberSchemas(part, name)[0] ?? {}, depth + 1);
      }
    }
    return members;
  }

  /** Texts of a form or a query as what their schema wants: numbers, booleans, lists. */
  typed(schema: Schema, value: unknown): unknown {
    const views: Schema[] = [];
    this.#flatten(schema, value, views, []);
    if (typeof value === "string") {
      if (this.isValid(schema, value)) return value;
      const parsed = parsedOr(value);
      return this.isValid(schema, parsed) ? parsed : value;
    }
    if (Array.isArray(value)) {
      const [items = {}] = views.flatMap((view) => schemaIn(view["items"]));
      return value.map((item) => this.typed(items, item));
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const [own = {}] = views.flatMap((view) => memberSchemas(view, name));
        return [name, this.typed(own, member)];
      }),
    );
  }
}

/** The schemas for a member of an object; none if it isn't mentioned. */
function memberSchemas(view: Schema, name: string): Schema[] {
  const own = (view["properties"] as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (own !== undefined) return schemaIn(own);
  for (const [pattern, schema] of Object.entries((view["patternProperties"] as object | undefined) ?? {})) {
    if (new RegExp(pattern, "u").test(name)) return schemaIn(schema);
  }
  return isOpen(view, "object") ? [{}] : schemaIn(view["additionalProperties"]);
}

/** Whether a schema says nothing about the members of an object, or the items of a list. */
function isOpen(view: Schema, type: "object" | "array"): boolean {
  const said = ["properties", "additionalProperties", "items", "allOf", "anyOf", "$ref", "patternProperties"];
  const types = view["type"] === undefined ? [type] : [view["type"]].flat();
  return types.includes(type) && !said.some((name) => name in view);
}

/** Without the errors of branches that have a constant, such as a `type`, that the value doesn't have. */
function withoutOtherKinds<One extends { keyword: string; keywordLocation: string }>(errors: readonly One[]): One[] {
  const others = errors.flatMap(({ keyword, keywordLocation }) => {
    const branch = /^(.*\/anyOf\/\d+)(?:\/\$ref|\/allOf\/\d+)*\/properties\/[^/]+\/const$/.exec(keywordLocation)?.[1];
    return keyword === "const" && branch !== undefined ? [`${branch}/`] : [];
  });
  const kept = errors.filter(({ keywordLocation }) => !others.some((branch) => keywordLocation.startsWith(branch)));
  return kept.length > 0 ? kept : [...errors];
}

function isShape({ type, properties, allOf }: Schema): boolean {
  return type === "object" || properties !== undefined || allOf !== undefined;
}

function schemaIn(node: unknown): Schema[] {
  if (node === true) return [{}];
  return typeof node === "object" && node !== null && !Array.isArray(node) ? [node as Schema] : [];
}

function schemasIn(node: unknown): Schema[] {
  return Array.isArray(node) ? node.flatMap(schemaIn) : [];
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
