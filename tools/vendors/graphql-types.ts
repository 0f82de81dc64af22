/**
 * Rebuilds a GraphQL schema from the types that graphql-codegen made of it, for a vendor that publishes only its
 * client.
 */
import { buildSchema, type GraphQLSchema } from "../../judges/vendors/graphql.ts";
import { ts } from "../../judges/vendors/typescript.ts";
import { findDeclared } from "./declarations.ts";

const builtIn = ["ID", "String", "Boolean", "Int", "Float"];

/** The schema of everything that `Query` and `Mutation` lead to. @param file declares the generated types. */
export function schemaOfTypes(file: string): GraphQLSchema {
  const made = new Map<string, string>();
  const scalars = new Set<string>();
  const waiting: Need[] = ["Query", "Mutation"].map((name) => ({ name, isInput: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (made.has(next.name)) continue;
    made.set(next.name, "");
    made.set(next.name, definition(next, { file, scalars, need: (one) => waiting.push(one) }));
  }
  const own = [...scalars].filter((name) => !builtIn.includes(name)).map((name) => `scalar ${name}`);
  return buildSchema([...own, ...made.values()].join("\n"), { assumeValidSDL: true, assumeValid: true });
}

type Need = { readonly name: string; readonly isInput: boolean };
type Context = { file: string; scalars: Set<string>; need(one: Need): void };

function definition({ name, isInput }: Need, context: Context): string {
  const { file, need } = context;
  const declared = findDeclared(file, name)?.declared;
  if (declared !== undefined && ts.isEnumDeclaration(declared)) {
    const values = declared.members.map(({ initializer }) =>
      initializer !== undefined && ts.isStringLiteral(initializer) ? initializer.text : "",
    );
    return `enum ${name} { ${values.join(" ")} }`;
  }
  if (declared === undefined || !ts.isTypeAliasDeclaration(declared)) throw new RangeError(`${file} has no ${name}.`);
  if (ts.isUnionTypeNode(declared.type)) {
    const names = declared.type.types.map((one) => one.getText());
    for (const one of names) need({ name: one, isInput });
    return `union ${name} = ${names.join(" | ")}`;
  }
  const parts = ts.isIntersectionTypeNode(declared.type) ? [...declared.type.types] : [declared.type];
  const interfaces = parts.filter((one) => ts.isTypeReferenceNode(one)).map((one) => one.getText());
  for (const one of interfaces) need({ name: one, isInput: false });
  const fields = parts.filter((one) => ts.isTypeLiteralNode(one)).flatMap(({ members }) => fieldsOf(members));
  const isObject = fields.some((field) => field.name === "__typename");
  const kind = isInput ? "input" : isObject ? "type" : "interface";
  const lines = fields
    .filter((field) => field.name !== "__typename")
    .map((field) => fieldText(field, isInput, isInput ? [] : argumentsOf(name, field.name, file), context));
  const parents = interfaces.length === 0 ? "" : ` implements ${interfaces.join(" & ")}`;
  return `${kind} ${name}${parents} {\n${lines.join("\n")}\n}`;
}

type Field = { name: string; type: ts.TypeNode; isOptional: boolean; comment: string };

function fieldsOf(members: Iterable<ts.TypeElement>): Field[] {
  return [...members].flatMap((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const comment = ts
      .getJSDocCommentsAndTags(member)
      .map((one) => one.getText())
      .join(" ");
    const isOptional = member.questionToken !== undefined;
    return [{ name: member.name.getText(), type: member.type, isOptional, comment }];
  });
}

function argumentsOf(type: string, field: string, file: string): Field[] {
  const declared = findDeclared(file, `${type}${field.slice(0, 1).toUpperCase()}${field.slice(1)}Args`)?.declared;
  if (declared === undefined || !ts.isTypeAliasDeclaration(declared) || !ts.isTypeLiteralNode(declared.type)) return [];
  return fieldsOf(declared.type.members);
}

function fieldText(field: Field, isInput: boolean, args: readonly Field[], context: Context): string {
  const listed = args.map((one) => fieldText(one, true, [], context)).join(", ");
  const deprecated = field.comment.includes("@deprecated") ? " @deprecated" : "";
  const said = field.comment.replaceAll(/[/*]+/g, " ").replaceAll(/\s+/g, " ").trim();
  const description = said === "" ? "" : `${JSON.stringify(said)} `;
  const type = typeText(field.type, isInput, context);
  // An argument with a default value is optional, whatever its type.
  const written = isInput && field.isOptional ? type.replace(/!$/, "") : type;
  return `${description}${field.name}${listed === "" ? "" : `(${listed})`}: ${written}${deprecated}`;
}

function typeText(node: ts.TypeNode, isInput: boolean, context: Context): string {
  if (ts.isIndexedAccessTypeNode(node)) {
    const name = JSON.parse(node.indexType.getText()) as string;
    context.scalars.add(name);
    return `${name}!`;
  }
  if (!ts.isTypeReferenceNode(node)) throw new TypeError(`${node.getText()} isn't a type of a generated schema.`);
  const name = node.typeName.getText();
  const [argument] = node.typeArguments ?? [];
  if (argument === undefined) {
    context.need({ name, isInput });
    return `${name}!`;
  }
  const inner = typeText(argument, isInput, context);
  return name === "Array" ? `[${inner}]!` : inner.replace(/!$/, "");
}
