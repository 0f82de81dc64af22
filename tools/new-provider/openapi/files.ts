/** A provider generated from a description: the files that replace the template's own. */
import type { ProviderNames } from "../names.ts";
import { stringCode } from "./code-names.ts";
import { planRoutes } from "./collections.ts";
import { credentialHeader } from "./credential.ts";
import { httpsUrl, readDescription, textIn, toNode } from "./description.ts";
import { oneLine } from "./operation.ts";
import { actionFiles, actionLists, placeOf, planActions } from "./provider-code.ts";
import type { PlannedAction, Place } from "./provider-code.ts";
import { schemaFacts } from "./schema-facts.ts";
import { apiCode, worldCode } from "./simulator-code.ts";

/** Files by path in the provider's folder, and the template files that they replace. */
export interface DescribedFiles {
  readonly files: ReadonlyMap<string, string>;
  /** Whether a template file isn't needed. */
  readonly isReplaced: (path: string) => boolean;
}

/**
 * Generates a provider's files from an OpenAPI description. Its code isn't formatted.
 * @param text the description, in JSON or YAML.
 * @param operations operation ids, with the actions' own ids where wanted: `listPets,createPet=pets.add`.
 * @throws DescriptionError with one line that describes the fault.
 */
export function describedFiles(names: ProviderNames, text: string, operations: string): DescribedFiles {
  const description = readDescription(text);
  const actions = planActions(description, operations);
  const place = placeOf(description);
  const header = credentialHeader(description);
  const routes = planRoutes(description, actions, place);
  const form =
    header.name === "authorization" ? (`"bearer"` as const) : (`{ header: ${stringCode(header.name)} }` as const);
  const docsUrl = httpsUrl(toNode(description.root["externalDocs"])["url"])?.href ?? place.origin;
  const files = new Map<string, string>([
    ...[...actionFiles(description, actions, place, false)].map(([path, code]): [string, string] => [
      `src/${path}`,
      code,
    ]),
    [
      "src/manifest.ts",
      manifestCode(names, actions, place, {
        description: oneLine(
          textIn(toNode(description.root["info"])["description"]) ?? `Actions of ${names.title}.`,
          200,
        ),
        docsUrl,
      }),
    ],
    ["src/account.ts", accountCode(actions, place)],
    ["src/auth.ts", authCode(names, header, docsUrl)],
    ["simulator/world.ts", worldCode(names.type, names.title, routes)],
    ["simulator/api.ts", apiCode(names.value, names.type, routes, form)],
    [
      "simulator/tokens.ts",
      `/** The keys that the simulator accepts, by name. */\nexport const tokens = { apiKey: \`key-\${"simulated0".repeat(3)}\` } as const;\n`,
    ],
    ["simulator/start.ts", startCode(names)],
    ["simulator/index.ts", indexCode(names)],
    [
      "test/examples.ts",
      examplesCode(
        names,
        actions,
        (response) => response !== null && schemaFacts(description, response).kind === "array",
      ),
    ],
  ]);
  const isReplaced = (path: string): boolean =>
    files.has(path) ||
    /^src\/(?:actions\/|client\.ts$|fields\.ts$)|^simulator\/notes\.ts$|^test\/(?:notes|auth)\.test\.ts$/.test(path);
  return { files, isReplaced };
}

function manifestCode(
  { value, slug, title }: ProviderNames,
  actions: readonly PlannedAction[],
  { origin }: Place,
  words: { readonly description: string; readonly docsUrl: string },
): string {
  const lists = actionLists(actions);
  return [
    "/** The provider's definition: its address, credentials and actions. */",
    `import { defineProvider } from "@svc/provider-kit";`,
    ...lists.map(({ constant, file }) => `import { ${constant} } from ${stringCode(file)};`),
    `import { keyAuth } from "./auth.ts";`,
    `import { refuse } from "./errors.ts";`,
    "",
    `/** ${title}, through its API, with a key. */`,
    `export const ${value} = defineProvider({`,
    `  slug: ${stringCode(slug)},`,
    `  name: ${stringCode(title)},`,
    `  description: ${stringCode(words.description)},`,
    `  docsUrl: ${stringCode(words.docsUrl)},`,
    `  origin: ${stringCode(origin)},`,
    "  auth: [keyAuth],",
    `  requestIdHeader: "x-request-id",`,
    "  refuse,",
    `  actions: [${lists.map(({ constant }) => `...${constant}`).join(", ")}],`,
    "});",
    "",
  ].join("\n");
}

/** Code that identifies a credential's account: no description says which request does that. */
function accountCode(actions: readonly PlannedAction[], { basePath }: Place): string {
  const reads = actions.filter(({ operation }) => operation.method === "GET" && !operation.template.includes("{"));
  const read = reads.find(({ id }) => /\b(?:me|self|user|account|workspace|whoami)\b/i.test(id)) ?? reads[0];
  const path = read === undefined ? ["me"] : [...basePath, ...read.operation.template.split("/").slice(1)];
  return [
    "/** The account of a credential. */",
    `import { unconfirmed, type ProviderAccount, type ReadPort } from "@svc/provider-kit";`,
    `import { record, textOf } from "@svc/provider-kit/shape";`,
    "",
    "/** Requests the account from the API. @throws ProviderFailure if it refuses, or answers in another format. */",
    "export async function identify(provider: ReadPort): Promise<ProviderAccount> {",
    `  const { body } = await provider.read({ method: "GET", path: [${path.map(stringCode).join(", ")}] });`,
    `  const { id, name } = record(body);`,
    `  return unconfirmed({ slug: textOf(id), name: textOf(name) }, "which request and which members name the account?");`,
    "}",
    "",
  ].join("\n");
}

function authCode({ title }: ProviderNames, header: { name: string; prefix: string }, helpUrl: string): string {
  const value = header.prefix === "" ? "access_token" : `\`${header.prefix}\${access_token}\``;
  return [
    "/** The key that the provider accepts, and its account. Its format: the API's page on keys. */",
    `import { sensitive } from "@svc/contract";`,
    `import { staticCredential } from "@svc/provider-kit";`,
    `import { isRecord } from "@svc/provider-kit/shape";`,
    `import { Type } from "typebox";`,
    `import { identify } from "./account.ts";`,
    "",
    "/** Anything that fits in a header: narrow it to the API's own format. */",
    `const keyPattern = "^[!-~]{8,500}$";`,
    "",
    "const submission = Type.Object(",
    `  { access_token: sensitive(Type.String({ description: ${stringCode(`A key of ${title}.`)}, maxLength: 500, pattern: keyPattern })) },`,
    `  { additionalProperties: false, description: ${stringCode(`The key that the actions of ${title} run under.`)} },`,
    ");",
    "",
    "/** A key that the end user provides. */",
    "export const keyAuth = staticCredential({",
    "  submission,",
    `  fields: [{ name: "access_token", label: "API key", help: ${stringCode(`A key of ${title}.`)}, helpUrl: ${stringCode(helpUrl)}, pattern: keyPattern }],`,
    "  explain,",
    `  credentialKind: () => "api_key",`,
    `  headers: ({ access_token }) => ({ ${stringCode(header.name)}: ${value} }),`,
    "  identify,",
    "});",
    "",
    "/** Returns why a submission is refused, without quoting it; null if it is valid. */",
    "function explain(submitted: unknown): string | null {",
    `  const key = isRecord(submitted) ? submitted["access_token"] : undefined;`,
    `  if (typeof key !== "string") return "The field access_token is missing or not a string.";`,
    `  return new RegExp(keyPattern).test(key) ? null : ${stringCode(`This isn't a key of ${title}: it has a space, a line break or the wrong length.`)};`,
    "}",
    "",
  ].join("\n");
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
  actions: readonly PlannedAction[],
  isBareList: (response: unknown) => boolean,
): string {
  const examples = actions.map(({ id, example, operation }) => {
    const refused = [{ ...example, unknownField: 1 }, 7];
    const bare = isBareList(operation.response) ? " emptyResponse: []," : "";
    // Until a person says whether 404 means that it is done.
    const repeated = operation.method === "DELETE" ? ` failsIfRepeated: ${stringCode(gone)},` : "";
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
