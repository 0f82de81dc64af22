/** A provider generated from a description: the files that replace the template's own. */
import type { ProviderNames } from "../names.ts";
import { accountCode, accountReadOf } from "./account-code.ts";
import { authCode, errorsCode } from "./auth-code.ts";
import { stringCode } from "./code-names.ts";
import { planRoutes } from "./collections.ts";
import type { PlannedRoute } from "./collections.ts";
import { credentialHeader } from "./credential.ts";
import { httpsUrl, oneLine, readDescription, textIn, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import type { ResponseContent } from "./operation.ts";
import { actionFiles, actionLists, placeOf, planActions, requestHeadersOf } from "./provider-code.ts";
import type { PlannedAction, Place, Plan } from "./provider-code.ts";
import { readmeText } from "./readme.ts";
import { schemaFacts } from "./schema-facts.ts";
import { apiCode, worldCode } from "./simulator-code.ts";

/** Files by path in the provider's folder, and the template files that they replace. */
export interface DescribedFiles {
  readonly files: ReadonlyMap<string, string>;
  /** Whether a template file isn't needed. */
  readonly isReplaced: (path: string) => boolean;
  /** The operations that have no action, with the reason. */
  readonly leftOut: Plan["leftOut"];
}

/** What is read from a description. */
export interface DescriptionWish {
  /** The description, in JSON or YAML. */
  readonly text: string;
  /** Operations, with the actions' own ids where wanted: `listPets,createPet=pets.add,emails/*`. */
  readonly operations: string;
  /** The API's address, if it isn't the description's first server. */
  readonly server?: string | undefined;
}

/**
 * Generates a provider's files from an OpenAPI description. Its code isn't formatted.
 * @throws DescriptionError with one line that describes the fault.
 */
export function describedFiles(names: ProviderNames, { text, operations, server }: DescriptionWish): DescribedFiles {
  const description = readDescription(text);
  const plan = planActions(description, operations);
  const { actions } = plan;
  const place = placeOf(description, server);
  const header = credentialHeader(description);
  const account = accountReadOf(description);
  const isAsked = actions.some(({ operation }) => operation.key === account?.action.operation.key);
  const simulated = account === null || isAsked ? actions : [...actions, account.action];
  const routes = planRoutes(description, simulated, place);
  const form =
    header.name === "authorization" ? (`"bearer"` as const) : (`{ header: ${stringCode(header.name)} }` as const);
  const docsUrl = httpsUrl(toNode(description.root["externalDocs"])["url"])?.href ?? place.origin;
  const { title } = names;
  const files = new Map<string, string>([
    ["README.md", readmeText({ product: title, description, place, header, plan })],
    ...[...actionFiles(description, actions, place, title)].map(([path, code]): [string, string] => [
      `src/${path}`,
      code,
    ]),
    ["src/manifest.ts", manifestCode(names, actions, place, description, docsUrl)],
    ["src/account.ts", accountCode(account, place)],
    ["src/auth.ts", authCode(title, header, docsUrl)],
    ["src/errors.ts", errorsCode(title, header)],
    ["simulator/world.ts", worldCode(names.type, title, routes)],
    ["simulator/api.ts", apiCode(names.value, names.type, routes, form)],
    [
      "simulator/tokens.ts",
      `/** The keys that the simulator accepts, by name. */\nexport const tokens = { apiKey: \`key-\${"simulated0".repeat(3)}\` } as const;\n`,
    ],
    ["simulator/start.ts", startCode(names)],
    ["simulator/index.ts", indexCode(names)],
    ["test/examples.ts", examplesCode(names, description, actions, routes)],
  ]);
  const isReplaced = (path: string): boolean =>
    files.has(path) ||
    /^src\/(?:actions\/|client\.ts$|fields\.ts$)|^simulator\/notes\.ts$|^test\/(?:notes|auth)\.test\.ts$/.test(path);
  return { files, isReplaced, leftOut: plan.leftOut };
}

/** Whether a response without content is a list without entries. */
function isBareList(description: Description, response: ResponseContent): boolean {
  return response.kind === "json" && schemaFacts(description, response.schema).kind === "array";
}

function manifestCode(
  { value, slug, title }: ProviderNames,
  actions: readonly PlannedAction[],
  { origin }: Place,
  description: Description,
  docsUrl: string,
): string {
  const lists = actionLists(actions);
  const words = oneLine(textIn(toNode(description.root["info"])["description"]) ?? `Actions of ${title}.`, 200);
  const requestId = requestIdHeaderOf(description);
  const headers = requestHeadersOf(actions);
  const open = "no response of the description has a header that sounds like the id of a request";
  return [
    "/** The provider's definition: its address, credentials and actions. */",
    `import { defineProvider${requestId === null ? ", unconfirmed" : ""} } from "@svc/provider-kit";`,
    ...lists.map(({ constant, file }) => `import { ${constant} } from ${stringCode(file)};`),
    `import { keyAuth } from "./auth.ts";`,
    `import { refuse } from "./errors.ts";`,
    "",
    `/** ${title}, through its API. */`,
    `export const ${value} = defineProvider({`,
    `  slug: ${stringCode(slug)},`,
    `  name: ${stringCode(title)},`,
    `  description: ${stringCode(words)},`,
    `  docsUrl: ${stringCode(docsUrl)},`,
    `  origin: ${stringCode(origin)},`,
    "  auth: [keyAuth],",
    `  requestIdHeader: ${requestId === null ? `unconfirmed("x-request-id", ${stringCode(open)})` : stringCode(requestId)},`,
    ...(headers.length === 0 ? [] : [`  requestHeaders: ${JSON.stringify(headers)},`]),
    "  refuse,",
    `  actions: [${lists.map(({ constant }) => `...${constant}`).join(", ")}],`,
    "});",
    "",
  ].join("\n");
}

/** The response header that has a request's id; null if the description names none. */
function requestIdHeaderOf(description: Description): string | null {
  const shared = toNode(toNode(description.root["components"])["headers"]);
  const responses = Object.values(toNode(description.root["paths"])).flatMap((path) =>
    Object.values(toNode(path)).flatMap((operation) => Object.values(toNode(toNode(operation)["responses"]))),
  );
  const names = responses.flatMap((response) => Object.keys(toNode(description.resolve(response)["headers"])));
  const all = [...new Set([...names, ...Object.keys(shared)])];
  return all.find((name) => /^[a-z0-9-]*(?:request|correlation|trace)-?id$/i.test(name))?.toLowerCase() ?? null;
}

function startCode({ type, value, title }: ProviderNames): string {
  return [
    `/** Starts the simulated ${title} on loopback. */`,
    `import { startStore, type StoreSimulator } from "@svc/simulator";`,
    `import { ${value}Api } from "./api.ts";`,
    `import { ${type}World } from "./world.ts";`,
    "",
    "/** A running simulator with its state. */",
    `export type ${type}Simulator = StoreSimulator<${type}World>;`,
    "",
    "/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */",
    `export function start${type}Simulator(`,
    "  options: { port?: number; tokensFile?: string } = {},",
    `): Promise<${type}Simulator> {`,
    `  return startStore({ api: ${value}Api, world: new ${type}World(), ...options });`,
    "}",
    "",
  ].join("\n");
}

function indexCode({ type, title }: ProviderNames): string {
  return [
    `/** A simulator of the ${title} API, made from its description, not from the client. */`,
    `export { start${type}Simulator, start${type}Simulator as startSimulator } from "./start.ts";`,
    `export type { ${type}Simulator } from "./start.ts";`,
    `export { tokens, tokens as sandboxCredentials } from "./tokens.ts";`,
    `export type { ${type}World } from "./world.ts";`,
    "",
  ].join("\n");
}

const gone = "the API refuses to delete what isn't there, and the action doesn't take that as done";

function examplesCode(
  { value, title }: ProviderNames,
  description: Description,
  actions: readonly PlannedAction[],
  routes: readonly PlannedRoute[],
): string {
  const isGoneAfterwards = (id: string): boolean =>
    routes.some(({ action, kind }) => action.id === id && kind === "delete");
  const examples = actions.map(({ id, example, operation }) => {
    const refused = [{ ...example, unknownField: 1 }, 7];
    const bare = operation.method === "GET" && isBareList(description, operation.response) ? " emptyResponse: []," : "";
    // Until a person says whether 404 means that it is done.
    const repeated = isGoneAfterwards(id) ? ` failsIfRepeated: ${stringCode(gone)},` : "";
    return `${stringCode(id)}: { inputs: [${JSON.stringify(example)}], refusedInputs: ${JSON.stringify(refused)},${bare}${repeated} },`;
  });
  return [
    "/** Examples of keys and inputs, for the kit's suite. */",
    `import type { ProviderExamples } from "@svc/provider-kit/testing";`,
    `import { tokens } from "../simulator/index.ts";`,
    "",
    `/** The examples for ${title}. */`,
    `export const ${value}Examples: ProviderExamples = {`,
    "  acceptedSubmissions: [{ access_token: tokens.apiKey }],",
    "  refusedSubmissions: [",
    "    { submission: { access_token: `${tokens.apiKey}\\n` }, explains: /line break/ },",
    "    { submission: { access_token: 7 }, explains: /missing/ },",
    "    { submission: null, explains: /missing/ },",
    "  ],",
    '  errorBodies: (text) => [{ error: { code: "invalid", message: text } }],',
    `  actions: { ${examples.join(" ")} },`,
    "};",
    "",
  ].join("\n");
}
