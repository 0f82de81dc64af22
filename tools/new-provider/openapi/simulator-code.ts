/** A simulator based on the resource store, filled with the description's examples. */
import { commentText, stringCode } from "./code-names.ts";
import { toNode } from "./description.ts";
import type { Collection, PlannedRoute } from "./collections.ts";

/** How a request carries its credential, in the code of the resource store. */
export type TokenFormCode = `"bearer"` | `{ header: ${string} }`;

/** The state: one collection for each kind of resource. */
export function worldCode(type: string, title: string, routes: readonly PlannedRoute[]): string {
  const collections = [...new Set(routes.map(({ collection }) => collection))];
  const isUsed = ({ constant }: Collection): boolean =>
    routes.some(({ collection, kind }) => collection.constant === constant && kind !== "response");
  const used = collections.filter(isUsed);
  const makers = [
    ...(used.some(({ hasNumbers }) => hasNumbers) ? ["counter"] : []),
    ...(used.some(({ hasNumbers }) => !hasNumbers) ? ["prefixed"] : []),
  ];
  const seeds = used.map(({ constant, parents, entryId }) => {
    const place = parents.length === 0 ? constant : `${constant}.in(${parents.map(stringCode).join(", ")})`;
    return `this.${place}.put({ id: ${stringCode(entryId)}, fields: ${constant}Example });`;
  });
  return [
    `/** The simulated state of ${commentText(title)}: the examples in its API's description. */`,
    `import { commonSwitches, ${[...makers, "Store"].join(", ")}, type CommonSwitches, type Fields } from "@svc/simulator";`,
    "",
    "/** An entry as the API shows it. `id` identifies it in paths. */",
    "export interface Entry { readonly id: string; readonly fields: Fields }",
    "",
    ...used.map(
      ({ constant, entry }) =>
        `/** The collection's initial entry. */\nexport const ${constant}Example = ${JSON.stringify(entry)};\n`,
    ),
    `/** The state of the simulated API. */`,
    `export class ${type}World extends Store {`,
    ...used.map(({ constant }) => `  readonly ${constant} = this.collection<Entry, "id">({ key: "id" });`),
    ...used.map(
      ({ constant, hasNumbers }) =>
        `  readonly ${constant}Ids = this.keep(${hasNumbers ? "counter()" : `prefixed(${stringCode(`${constant}_`)})`});`,
    ),
    "",
    "  constructor(switches: Partial<CommonSwitches> = {}) { super({ defaults: commonSwitches }, switches); this.reset(); }",
    "",
    `  protected override seed(): void { ${seeds.join(" ")} }`,
    "}",
    "",
  ].join("\n");
}

export function apiCode(value: string, type: string, routes: readonly PlannedRoute[], form: TokenFormCode): string {
  // The first route that fits is used, so a fixed segment comes before a variable one.
  const order = ({ template }: PlannedRoute): string => template.replaceAll("{", "\uffff");
  const entries = routes
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
    .map(
      (route) => `${stringCode(`${route.action.operation.method} ${route.template}`)}: { run: ${routeCode(route)} },`,
    );
  const created = routes
    .filter(({ kind }) => kind === "create")
    .map(({ collection }) => `${collection.constant}Example`);
  const examples = [...new Set(created)].sort();
  const changes = routes.some(({ kind }) => kind === "create" || kind === "update");
  return [
    "/** The API's responses, according to its description. */",
    `import { ${[...(changes ? ["fieldsOf"] : []), "Refusal", "simulatedApi", "tokenIn", ...(changes ? ["type Fields"] : []), "type Route"].join(", ")} } from "@svc/simulator";`,
    `import { tokens } from "./tokens.ts";`,
    `import { ${[...examples, `type ${type}World`].join(", ")} } from "./world.ts";`,
    "",
    `const routes: Readonly<Record<string, Route<${type}World, string>>> = {`,
    ...entries,
    "};",
    "",
    ...(changes ? [withSentCode, ""] : []),
    "/** The simulated API. Every response has a request id. */",
    `export const ${value}Api = simulatedApi<${type}World, string, unknown, ${type}World["switches"]>({`,
    "  routes,",
    "  caller({ headers }) {",
    `    const token = tokenIn(headers, [${form}]);`,
    `    if (token !== tokens.apiKey) throw new Refusal(401, "The key is unknown");`,
    "    return token;",
    "  },",
    "  around: ({ request }, run) => {",
    "    const response = run();",
    '    return { ...response, headers: { "x-request-id": `req-${String(request.sequence)}`, ...response.headers } };',
    "  },",
    "  refused: ({ status, code, message }) => ({ status, json: { error: { code, message } } }),",
    "});",
    "",
  ].join("\n");
}

/** Many APIs accept an id and answer with the object, so a value of another type says nothing about the response. */
const withSentCode = `/** The entry with the sent fields, as far as the API answers in the same form. */
function withSent(entry: Fields, sent: unknown): Fields {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? \`list of \${typeof value[0]}\` : typeof value);
  // The API completes the objects of a list.
  const isTaken = ([name, value]: [string, unknown]): boolean => kindOf(value) === kindOf(entry[name]) && kindOf(value) !== "list of object";
  const own = Object.entries(Object(sent) as Fields).filter(isTaken);
  const merged = own.map(([name, value]) => [
    name,
    kindOf(value) === "object" && value !== null ? withSent(Object(entry[name]) as Fields, value) : value,
  ]);
  return { ...entry, ...(Object.fromEntries(merged) as Fields) };
}`;

function routeCode(route: PlannedRoute): string {
  const { action, kind, parents, item, member, bodyMember, collection, sample } = route;
  const { constant, key, hasNumbers } = collection;
  const parent = parents.map((name) => `params[${stringCode(name)}] ?? ""`);
  const place = `store.${constant}${parent.length === 0 ? "" : `.in(${parent.join(", ")})`}`;
  const id = `params[${stringCode(item ?? "")}] ?? ""`;
  const status = `status: ${String(action.operation.statuses[0] ?? 200)}`;
  const hasResponse = action.operation.response.kind === "json";
  const shown = (code: string): string => (member === null ? code : `{ ${stringCode(member)}: ${code} }`);
  const sent = bodyMember === null ? "fieldsOf(request)" : `fieldsOf(request)[${stringCode(bodyMember)}]`;
  const effect = (idCode: string): string => `effects: [{ kind: ${stringCode(action.id)}, id: ${idCode} }]`;
  const done = (json: string): string =>
    `return { ${[status, ...(hasResponse ? [`json: ${json}`] : []), effect("id")].join(", ")} };`;
  switch (kind) {
    case "list": {
      const items = `${place}.values().map(({ fields }) => fields)`;
      const json = member === null ? items : objectCode(toNode(sample), member, items);
      return `({ store${parent.length === 0 ? "" : ", params"} }) => ({ ${status}, json: ${json} })`;
    }
    case "get":
      return `({ store, params }) => ({ ${status}, json: ${shown(`${place}.find(${id}).fields`)} })`;
    case "create": {
      const next = `store.${constant}Ids.next((taken) => ${place}.has(${hasNumbers ? "String(taken)" : "taken"}), "")`;
      return [
        `({ store, ${parent.length === 0 ? "" : "params, "}request }) => {`,
        `const id = ${hasNumbers ? `String(${next})` : next};`,
        `const fields = { ...withSent(${constant}Example, ${sent}), ${stringCode(key)}: ${hasNumbers ? "Number(id)" : "id"} };`,
        `${place}.create({ id, fields });`,
        `${done(shown("fields"))} }`,
      ].join(" ");
    }
    case "update":
      return [
        `({ store, params, request }) => { const id = ${id};`,
        `const fields = withSent(${place}.find(id).fields, ${sent});`,
        `${place}.update(id, { fields });`,
        `${done(shown("fields"))} }`,
      ].join(" ");
    case "delete":
      return `({ store, params }) => { const id = ${id}; ${place}.find(id); ${place}.delete(id); ${done(JSON.stringify(sample ?? {}))} }`;
    case "response": {
      const text = action.operation.response.kind === "text" ? [`text: "A sample."`] : [];
      const parts = [status, ...text, ...(sample === undefined ? [] : [`json: ${JSON.stringify(sample)}`])];
      if (action.operation.method !== "GET") parts.push(effect(stringCode(action.id)));
      return `() => ({ ${parts.join(", ")} })`;
    }
  }
}

/** An object with the list in its place. */
function objectCode(sample: Readonly<Record<string, unknown>>, member: string, items: string): string {
  const rest = Object.entries(sample).filter(([name]) => name !== member);
  const entries = rest.map(([name, value]) => `${stringCode(name)}: ${JSON.stringify(value)}`);
  return `{ ${[...entries, `${stringCode(member)}: ${items}`].join(", ")} }`;
}
