/** Slack's methods and their types, from its own client. Its OpenAPI description ended in 2021. */
import { packageVersion } from "../../judges/vendors/descriptions.ts";
import { ts } from "../../judges/vendors/typescript.ts";
import { findDeclared } from "./declarations.ts";
import type { Description } from "./description.ts";
import { TypeSchemas } from "./type-schemas.ts";
import { fromTypes, type TypedEndpoint } from "./types.ts";

const file = "@slack/web-api/dist/methods.d.ts";

/**
 * Makes the description. The refusals of each method are in the provider's documented-errors.ts, and its own tests
 * compare them.
 */
export function slackDescription(): Description {
  const declared = findDeclared(file, "Methods")?.declared;
  if (declared === undefined || !ts.isClassDeclaration(declared)) throw new Error("@slack/web-api has no Methods.");
  const types = new TypeSchemas();
  const endpoints = methodsIn(declared.members, []).flatMap(({ name, taken, given }): TypedEndpoint[] => {
    const place = { file, given: new Map() };
    const common = { template: `/api/${name}`, name, responses: new Map([[200, types.of(given, place)]]) };
    const input = types.of(taken, place);
    // Slack takes the arguments of a method in the query or in the body.
    return [
      { ...common, method: "GET", query: input, body: null },
      { ...common, method: "POST", query: null, body: input },
    ];
  });
  return fromTypes(types, endpoints, { source: packageVersion("@slack/web-api"), refusals: () => [] });
}

type Method = { readonly name: string; readonly taken: ts.TypeNode; readonly given: ts.TypeNode };

/**
 * The methods below a member of the class: `conversations: { list: MethodWithOptionalArgument<Arguments, Response> }`.
 */
function methodsIn(members: Iterable<ts.Node>, path: readonly string[]): Method[] {
  return [...members].flatMap((member): Method[] => {
    if (!ts.isPropertyDeclaration(member) && !ts.isPropertySignature(member)) return [];
    const { name, type } = member;
    const own = [...path, name.getText()];
    if (type !== undefined && ts.isTypeLiteralNode(type)) return methodsIn(type.members, own);
    if (type === undefined || !ts.isTypeReferenceNode(type)) return [];
    const [taken, given] = type.typeArguments ?? [];
    return taken === undefined || given === undefined ? [] : [{ name: own.join("."), taken, given }];
  });
}
