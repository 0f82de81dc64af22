/**
 * Turns the types of a vendor's client into JSON Schemas. A type that it can't read becomes a schema that says nothing.
 */
import { ts } from "../../judges/vendors/typescript.ts";
import { findDeclared, type Declared } from "./declarations.ts";
import type { Schema } from "./description.ts";
import { nameOf } from "./json-schema.ts";

/** Where names are looked up, and what type parameters mean there. */
type Place = { readonly file: string; readonly given: ReadonlyMap<string, Schema> };

/** The schemas of one package's types. Each named type is a definition. */
export class TypeSchemas {
  readonly definitions: Record<string, Schema> = {};
  readonly #names = new Map<Declared, string>();

  /** A reference to a named type. @throws RangeError if the file doesn't have it. */
  named(file: string, name: string): Schema {
    const found = findDeclared(file, name);
    if (found === null) throw new RangeError(`${file} has no ${name}.`);
    return this.#reference(name, found.declared, found.file);
  }

  #reference(name: string, declared: Declared, file: string): Schema {
    const known = this.#names.get(declared);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const free = nameOf(name in this.definitions ? `${name}-${String(this.#names.size)}` : name);
    this.#names.set(declared, free);
    this.definitions[free] = {};
    this.definitions[free] = this.#declared(declared, { file, given: new Map() });
    return { $ref: `#/$defs/${free}` };
  }

  #declared(declared: Declared, place: Place): Schema {
    if (ts.isTypeAliasDeclaration(declared)) return this.of(declared.type, place);
    if (ts.isVariableDeclaration(declared)) return declared.type === undefined ? {} : this.of(declared.type, place);
    if (ts.isEnumDeclaration(declared)) return { type: "string", enum: declared.members.map(valueOf) };
    const own = this.#members(declared.members, place);
    const parents = [...(declared.heritageClauses ?? [])].flatMap(({ types }) => [...types]);
    const inherited = parents.map((one) => this.#byName(one.expression.getText(), one.typeArguments ?? [], place));
    return inherited.length === 0 ? own : { allOf: [...inherited, own] };
  }

  /** The schema of a type as written. */
  of(node: ts.TypeNode, place: Place): Schema {
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return this.of(node.type, place);
    if (ts.isLiteralTypeNode(node)) return literal(node.literal);
    if (ts.isTypeLiteralNode(node)) return this.#members(node.members, place);
    if (ts.isArrayTypeNode(node)) return { type: "array", items: this.of(node.elementType, place) };
    if (ts.isUnionTypeNode(node)) return this.#union(node.types, place);
    if (ts.isIntersectionTypeNode(node)) return { allOf: node.types.map((one) => this.of(one, place)) };
    if (ts.isIndexedAccessTypeNode(node)) return this.#member(node, place);
    if (ts.isTypeReferenceNode(node)) return this.#byName(node.typeName.getText(), node.typeArguments ?? [], place);
    return keyword(node.kind);
  }

  #union(types: readonly ts.TypeNode[], place: Place): Schema {
    const present = types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
    const branches = present.map((one) => this.of(one, place));
    const values = branches.map((one) => one["const"]);
    if (values.every((value) => typeof value === "string")) return { type: "string", enum: values };
    return branches.length === 1 ? (branches[0] ?? {}) : { anyOf: branches };
  }

  /** `Scalars["ID"]`. */
  #member({ objectType, indexType }: ts.IndexedAccessTypeNode, place: Place): Schema {
    const owner = this.resolved(this.of(objectType, place));
    const name = ts.isLiteralTypeNode(indexType) ? literal(indexType.literal)["const"] : undefined;
    const members = owner["properties"] as Readonly<Record<string, Schema>> | undefined;
    return typeof name === "string" ? (members?.[name] ?? {}) : {};
  }

  #byName(name: string, args: readonly ts.TypeNode[], place: Place): Schema {
    const [first, second] = args;
    const own = place.given.get(name);
    if (own !== undefined) return own;
    if (name === "Date") return { type: "string", format: "date-time" };
    if (first !== undefined) {
      if (name === "Array" || name === "ReadonlyArray") return { type: "array", items: this.of(first, place) };
      if (name === "Partial") return { ...this.flat(this.of(first, place)), required: [] };
      if (second !== undefined && name === "Record") {
        return { type: "object", additionalProperties: this.of(second, place) };
      }
      if (second !== undefined && (name === "Omit" || name === "Pick")) {
        const names = this.of(second, place);
        const listed = (names["enum"] ?? [names["const"]]) as unknown[];
        return chosen(this.flat(this.of(first, place)), (one) => listed.includes(one) === (name === "Pick"));
      }
    }
    const found = findDeclared(place.file, name.split(".")[0] ?? name);
    if (found === null) return {};
    const { declared, file } = found;
    const parameters = "typeParameters" in declared ? (declared.typeParameters ?? []) : [];
    if (parameters.length === 0) {
      const [, member] = name.split(".");
      if (member === undefined || !ts.isEnumDeclaration(declared)) return this.#reference(name, declared, file);
      const value = declared.members.find((one) => one.name.getText() === member);
      return value === undefined ? {} : { const: valueOf(value) };
    }
    const given = parameters.map((one, index) => {
      const type = args[index] ?? one.default;
      return [one.name.text, type === undefined ? {} : this.of(type, place)] as const;
    });
    return this.#declared(declared, { file, given: new Map(given) });
  }

  #members(members: Iterable<ts.Node>, place: Place): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    let others: Schema | undefined;
    for (const member of members) {
      if (ts.isIndexSignatureDeclaration(member)) others = this.of(member.type, place);
      if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member)) continue;
      const { name, type, questionToken } = member;
      const isStatic = ts.isPropertyDeclaration(member) && (member.modifiers ?? []).some(isStaticWord);
      if (isStatic || type === undefined || ts.isComputedPropertyName(name)) continue;
      const key = ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
      properties[key] = described(member, this.of(type, place));
      if (questionToken === undefined) required.push(key);
    }
    return {
      type: "object",
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(others === undefined ? {} : { additionalProperties: others }),
    };
  }

  /** The target of a chain of references. */
  resolved(schema: Schema): Schema {
    const reference = schema["$ref"];
    return typeof reference === "string" ? this.resolved(this.definitions[reference.slice(8)] ?? {}) : schema;
  }

  /** An object with the members of all its parts. */
  flat(schema: Schema): Flat {
    const target = this.resolved(schema);
    const parts = [
      target as Partial<Flat>,
      ...((target["allOf"] as Schema[] | undefined) ?? []).map((one) => this.flat(one)),
    ];
    return {
      type: "object",
      properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})) as Flat["properties"],
      required: parts.flatMap(({ required }) => required ?? []),
    };
  }
}

/** The schema of an object, without references to its parts. */
export type Flat = Schema & {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
};

function chosen({ properties, required }: Flat, isChosen: (name: string) => boolean): Flat {
  const members = Object.entries(properties).filter(([name]) => isChosen(name));
  return { type: "object", properties: Object.fromEntries(members), required: required.filter(isChosen) };
}

/** The schema with its comment's text. */
function described(member: ts.Node, schema: Schema): Schema {
  const comments = ts.getJSDocCommentsAndTags(member);
  const text = comments.map((one) => one.getText()).join("\n");
  if (text === "") return schema;
  const isDeprecated = text.includes("@deprecated");
  return { allOf: [schema], description: text, ...(isDeprecated ? { deprecated: true } : {}) };
}

function isStaticWord({ kind }: ts.ModifierLike): boolean {
  return kind === ts.SyntaxKind.StaticKeyword;
}

function valueOf({ name, initializer }: ts.EnumMember): string {
  return initializer !== undefined && ts.isStringLiteral(initializer) ? initializer.text : name.getText();
}

function literal(node: ts.LiteralTypeNode["literal"]): Schema {
  if (node.kind === ts.SyntaxKind.NullKeyword) return { type: "null" };
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return { type: "string", const: node.text };
  return { const: JSON.parse(node.getText()) as unknown };
}

const keywords: ReadonlyMap<ts.SyntaxKind, Schema | string> = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
  [ts.SyntaxKind.ObjectKeyword, "object"],
]);

function keyword(kind: ts.SyntaxKind): Schema {
  // Nothing is of type never: a schema without a value.
  if (kind === ts.SyntaxKind.NeverKeyword) return { not: {} };
  const type = keywords.get(kind);
  return type === undefined ? {} : { type };
}
