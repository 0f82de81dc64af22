/** The TypeScript SDK's methods that only send a request, as plain functions, from the contract's operations. */
import * as contract from "@svc/contract";
import { operationList, sdkCallable, titleOf, type SdkCallable } from "@svc/contract";
import { format, type Options } from "prettier";

const folder = "packages/sdk/src/generated";

type Schema = {
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
};

/** Fields of a query with more choices than this have a type of their own. */
const choicesMax = 8;

/** @param style the project's own. @returns a file per group of methods, by path from the root. */
export async function typescriptCalls(style: Options): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [resource, callables] of callablesByResource()) {
    const text = await format(fileText(resource, callables), { ...style, parser: "typescript" });
    files.set(`${folder}/${kebabCase(resource)}.ts`, text);
  }
  return files;
}

/** The operations whose methods are generated, by their group. */
export function callablesByResource(): Map<string, SdkCallable[]> {
  const groups = new Map<string, SdkCallable[]>();
  for (const operation of operationList) {
    const callable = sdkCallable(operation);
    if (callable === null || callable.operation.call.isHandwritten === true) continue;
    const { resource } = callable;
    groups.set(resource, [...(groups.get(resource) ?? []), callable]);
  }
  return groups;
}

/** `connectSessions` → `connect-sessions`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `connectSessions` → `ConnectSessions`. */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function fileText(resource: string, callables: readonly SdkCallable[]): string {
  const body = callables.flatMap(methodsOf).join("\n");
  const isOfTenant = callables.some(({ scope }) => scope === "tenant");
  const name = pascalCase(resource);
  const types = [...new Set(callables.flatMap(typesOf))].sort();
  const listed = callables.some(({ result }) => result.kind === "pages");
  const options = ["CallOptions", ...(callables.some(({ isKeyed }) => isKeyed) ? ["KeyedOptions"] : [])];
  const where = isOfTenant ? `client.tenant(id).${resource}` : `client.${resource}`;
  const helpers = ["bareActionId", "ofAction", "withBareActions"].filter((helper) => body.includes(`${helper}(`));
  return `/** The calls of \`${where}\`, generated from the contract's operations by \`npm run generate\`. */
import type { ${types.join(", ")} } from "@svc/contract";
${helpers.length === 0 ? "" : `import { ${helpers.join(", ")} } from "../action-id.ts";\n`}import type { Calls } from "../calls.ts";
${listed ? 'import type { List } from "../listing.ts";\n' : ""}${body.includes("segment(") ? 'import { segment } from "../paths.ts";\n' : ""}import type { ${options.join(", ")} } from "../transport.ts";

/** The calls of \`${where}\`. */
export type ${name}Scope = ReturnType<typeof create${name}Scope>;

/** @param calls sends the requests.${isOfTenant ? " @param tenant the tenant's path." : ""} */
export function create${name}Scope(calls: Calls${isOfTenant ? ", tenant: string" : ""}) {
  return {
${body}
  };
}
`;
}

function typesOf({ operation, result, query }: SdkCallable): string[] {
  const named = Object.values(query).flatMap((schema) => namedType(schema) ?? []);
  const { body, success, call } = operation;
  const types = body === undefined || (call.args ?? []).length > 0 ? [] : [titleOf(body)];
  const page = call.pageMethod === undefined ? [] : [titleOf(success.schema)];
  if (result.kind === "nothing") return [...named, ...types];
  return [...named, ...types, ...page, result.kind === "body" ? result.type : result.item];
}

/** The text of a callable's methods; two for a list that also returns pages as they are. */
function methodsOf(callable: SdkCallable): string[] {
  const { operation, query, body, args, result, name } = callable;
  const { call } = operation;
  const given = argumentsOf(callable);
  const path = pathOf(callable);
  const docs = docText(operation.description);
  const optionsType = callable.isKeyed ? "options: KeyedOptions = {}" : "options?: CallOptions";
  const isSearch = args.some((arg) => arg in (operation.query?.properties ?? {}));
  const request = (queryText: string | null): string => {
    const parts = [
      `method: "${operation.method}"`,
      `path: ${path}`,
      ...(queryText === null ? [] : [queryText]),
      ...bodyText(callable),
      ...(callable.isKeyed ? ["idempotencyKey: options.idempotencyKey ?? calls.newKey()"] : []),
      "options",
    ];
    return `{ ${parts.join(", ")} }`;
  };
  if (isSearch && result.kind === "items") {
    const names = Object.keys(query);
    const last = `{ ${names.join(", ")}, ...options }: CallOptions & ${queryType(query)} = {}`;
    const sent = request(`query: { ${[...args, ...names].join(", ")} }`);
    return [
      `${docs}\n${name}: async (${[...given, last].join(", ")}): Promise<${result.item}[]> => calls.items(${sent}, "${result.name}"),`,
    ];
  }
  const hasQuery = Object.keys(query).length > 0;
  const hasBody = Object.keys(body).length > 0;
  const queryGiven = hasQuery ? [`query: ${queryType(query)} = {}`] : [];
  const bodyGiven = hasBody ? [`body: ${titleOf(operation.body)}`] : [];
  const list = [...given, ...queryGiven, ...bodyGiven, optionsType].join(", ");
  if (result.kind === "pages") {
    const page = (sent: string): string => `calls.page<${result.item}>(${path}, "${result.name}", ${sent}, options)`;
    const text = "action_id" in query ? `ofAction(query, (sent) => ${page("sent")})` : page(hasQuery ? "query" : "{}");
    const more =
      call.pageMethod === undefined
        ? []
        : [
            `/** Reads one page. Store its \`resumeCursor\` and send it as \`cursor\` to continue from there later. */\n${call.pageMethod}: async (${list}): Promise<${titleOf(operation.success.schema)}> => calls.call(${request("query")}),`,
          ];
    return [`${docs}\n${name}: (${list}): List<${result.item}> => ${text},`, ...more];
  }
  const sent = request(hasQuery ? "query" : null);
  const [type, text] =
    result.kind === "items"
      ? [`${result.item}[]`, `calls.items(${sent}, "${result.name}")`]
      : [result.kind === "nothing" ? "void" : result.type, `calls.call(${sent})`];
  return [`${docs}\n${name}: async (${list}): Promise<${type}> => ${text},`];
}

function argumentsOf({ params, args, operation }: SdkCallable): string[] {
  return [...params.map((param) => paramName(param, operation.path)), ...args.map(camelCase)].map(
    (name) => `${name}: string`,
  );
}

function bodyText({ args, body, operation }: SdkCallable): string[] {
  if (operation.body === undefined) return [];
  if (Object.keys(body).length === 0) return [`body: { ${args.join(", ")} }`];
  return ["provider" in body && "requestedActions" in body ? "body: withBareActions(body)" : "body"];
}

/** The name of a path's parameter, as in Python, but in camel case. */
function paramName(param: string, path: string): string {
  return param === "slug" && !path.endsWith("{slug}") ? "provider" : camelCase(param);
}

function pathOf({ operation, scope }: SdkCallable): string {
  const { path } = operation;
  const below = scope === "tenant" ? path.replace("/v1/tenants/{tenant_id}", "${tenant}") : path;
  const text = below.replaceAll(/\$?\{(\w+)\}/g, (found, param: string) => {
    if (found.startsWith("$")) return found;
    const name = paramName(param, path);
    return param === "action_id" ? `\${segment(bareActionId(provider, ${name}))}` : `\${segment(${name})}`;
  });
  return text.includes("${") ? `\`${text}\`` : `"${text}"`;
}

function queryType(query: SdkCallable["query"]): string {
  return `{ ${Object.entries(query)
    .map(([name, schema]) => `${name}?: ${typeOf(schema as Schema)}`)
    .join("; ")} }`;
}

function typeOf(schema: Schema): string {
  const { type, enum: choices, anyOf } = schema;
  if (choices !== undefined || anyOf !== undefined) {
    return namedType(schema)?.[0] ?? (choices ?? []).map((choice) => JSON.stringify(choice)).join(" | ");
  }
  const types: Readonly<Record<string, string>> = { integer: "number", number: "number", boolean: "boolean" };
  return types[type ?? ""] ?? "string";
}

/** The contract's type for a field with many choices. */
function namedType(schema: object): [string] | null {
  const { enum: choices, anyOf } = schema as Schema;
  if (anyOf === undefined && (choices === undefined || choices.length <= choicesMax)) return null;
  const isSame = (each: Schema | null): boolean =>
    JSON.stringify(each?.enum) === JSON.stringify(choices) && JSON.stringify(each?.anyOf) === JSON.stringify(anyOf);
  const found = Object.entries(contract).find(([, each]) => isSame(each as Schema | null));
  if (found === undefined) throw new Error("No exported schema has these choices.");
  return [found[0]];
}

/** A comment, wrapped to the project's line length. */
function docText(text: string): string {
  const lines = wrapped(text, 110);
  return lines.length === 1 ? `/** ${lines[0]} */` : ["/**", ...lines.map((line) => ` * ${line}`), " */"].join("\n");
}

/** Breaks a text into lines. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** \`event_id\` → \`eventId\`. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
