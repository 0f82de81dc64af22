/**
 * Loads providers that aren't built in. Their code runs in this process, with all of its permissions. A digest of their
 * files lets operators compare the providers of their replicas. The rules apply to every provider, wherever it comes from:
 * those of the kit, and those for all schemas of this server.
 */
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import {
  type Action,
  DeclarationError,
  declarationFaults,
  type Provider,
  providerFaults,
  type ProviderModule,
  type SimulatorModule,
} from "@svc/provider-kit";
import { type RegisteredProvider, startWith } from "../providers.ts";
import { findPlace, type ProviderPlace, ProviderFault } from "./place.ts";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { schemaFindings, slugPattern } from "@svc/contract";
import { formOf } from "../../domain/auth-kinds/table.ts";
import { compileSchema } from "../../domain/schemas/compile.ts";
import { toolFault } from "../../entry/mcp/tools.ts";

/** How long the import of a provider's module may take. */
const importTimeoutMs = 5000;

/** The context in which providers are loaded. */
export type LoadContext = {
  /** The folder from which names are resolved. */
  cwd: string;
  kitVersion: string;
  timeoutMs?: number;
};

/**
 * Loads one package or folder.
 * @throws ProviderFault with the first rule broken before its code runs, or with all rules that its declaration breaks.
 */
export async function loadProvider(given: string, context: LoadContext): Promise<RegisteredProvider> {
  const place = findPlace(given, context);
  const { folder, name, version, main } = place;
  const timeoutMs = context.timeoutMs ?? importTimeoutMs;
  const digest = digestOf(given, folder);
  await rehearseImport(given, main, timeoutMs);
  const module = await importWithin(given, main, timeoutMs);
  const faults = moduleFaults(module);
  if (faults.length > 0) throw new ProviderFault(given, ...faults.map(oneLine));
  return {
    provider: (module as ProviderModule).provider,
    source: { kind: "loaded", given, name, version, digest, folder },
    startSimulator: async (tokensFile) => await startWith(await importSimulator(place), tokensFile),
    sandboxCredentials: async () => (await importSimulator(place)).sandboxCredentials,
    signEvent: async () => (await importSimulator(place)).signEvent,
  };
}

/**
 * Imports the module in a thread first, only to limit its time: a thread can be stopped even if the import never
 * yields, and an import that ends the process ends only the thread.
 */
async function rehearseImport(given: string, path: string, timeoutMs: number): Promise<void> {
  const url = JSON.stringify(pathToFileURL(path).href);
  const code = `import(${url}).then(() => require("node:worker_threads").parentPort.postMessage("done"), () => require("node:worker_threads").parentPort.postMessage("done"));`;
  const worker = new Worker(code, { eval: true, stdout: true, stderr: true });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => reject(tooSlow(given, timeoutMs)), timeoutMs);
  worker.once("message", () => resolve(undefined));
  for (const event of ["error", "exit"] as const) worker.once(event, () => reject(importThrows(given)));
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

async function importWithin(given: string, path: string, timeoutMs: number): Promise<object> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow(given, timeoutMs)), timeoutMs);
  });
  const imported = import(pathToFileURL(path).href).catch((error: unknown) => {
    if (error instanceof DeclarationError) throw new ProviderFault(given, oneLine(error.message));
    throw importThrows(given);
  }) as Promise<object>;
  try {
    return await Promise.race([imported, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function importSimulator({ given, simulator }: ProviderPlace): Promise<SimulatorModule> {
  if (simulator === null)
    throw new ProviderFault(given, 'it has no simulator for the sandbox (exports, "./simulator")');
  const module = (await importWithin(given, simulator, importTimeoutMs)) as Partial<SimulatorModule>;
  const { startSimulator, sandboxCredentials, signEvent } = module;
  if (typeof startSimulator !== "function" || typeof sandboxCredentials !== "object") {
    throw new ProviderFault(given, "its simulator exports no `startSimulator` or no `sandboxCredentials`");
  }
  return { startSimulator, sandboxCredentials, ...(typeof signEvent === "function" ? { signEvent } : {}) };
}

/** Puts a rule's sentence on one line, because the provider's code may have put anything into its names. */
function oneLine(message: string): string {
  return message
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .slice(0, 300)
    .replace(/\.$/, "");
}

function importThrows(given: string): ProviderFault {
  return new ProviderFault(given, "its import throws. Run it with Node.js to see why");
}

function tooSlow(given: string, timeoutMs: number): ProviderFault {
  return new ProviderFault(given, `its import takes more than ${timeoutMs / 1000} s`);
}

const filesMax = 5000;
const bytesMax = 64 * 1024 * 1024;

/** Folders that aren't the package's own code. */
const skipped: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/**
 * SHA-256 over the paths and contents of all files, in the order of their paths, as 64 hexadecimal digits. Dependencies
 * (`node_modules`) aren't included.
 * @throws ProviderFault for a package that is too large for a provider.
 */
function digestOf(given: string, folder: string): string {
  const hash = createHash("sha256");
  let bytes = 0;
  const paths = listFiles(given, folder);
  for (const path of paths) {
    const full = join(folder, path);
    const stat = lstatSync(full);
    // For a link, its own text counts. The file that it points to may be outside the package.
    const content = stat.isSymbolicLink() ? Buffer.from(readlinkSync(full)) : readFileSync(full);
    bytes += content.length;
    if (bytes > bytesMax) throw new ProviderFault(given, "its files have over 64 MB");
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function listFiles(given: string, folder: string): string[] {
  const found: string[] = [];
  const visit = (inner: string): void => {
    for (const entry of readdirSync(join(folder, inner), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
      if (found.length > filesMax) throw new ProviderFault(given, `it has over ${filesMax} files`);
    }
  };
  visit("");
  return found.sort();
}

/**
 * @param module what the main module exports.
 * @returns one sentence for each fault, in the order of importance; none if the provider may be used.
 */
function moduleFaults(module: object): string[] {
  const provider: unknown = (module as { provider?: unknown }).provider;
  if (typeof provider !== "object" || provider === null) return ["it exports no `provider`"];
  try {
    return [...ruleFaults(provider as Provider)];
  } catch {
    // Rules rely on the types. Code that isn't type-checked can have any value there.
    return ["its export `provider` isn't made by defineProvider of @svc/provider-kit"];
  }
}

function ruleFaults(provider: Provider): string[] {
  const { slug, name, description, docsUrl, actions } = provider;
  if (!new RegExp(slugPattern).test(slug)) return ["its slug isn't lowercase words joined by hyphens"];
  return [
    ...([name, description, docsUrl].every((text) => typeof text === "string" && text.trim() !== "")
      ? []
      : ["it has no name, no description or no docsUrl"]),
    ...(actions.length === 0 ? ["it has no actions"] : []),
    ...providerFaults(provider).map(withoutStop),
    ...actions.flatMap((action) =>
      [...actionFaults(action), ...toolFaults(provider, action)].map((fault) => `${action.id}: ${withoutStop(fault)}`),
    ),
    ...schemaFaults("its submission", formOf(provider)?.submission, "caller"),
  ];
}

function actionFaults(action: Action): string[] {
  return [
    ...(typeof action.run === "function" ? [] : ["it has no run."]),
    ...declarationFaults(action),
    ...schemaFaults("its input", action.input, "caller"),
    ...schemaFaults("its output", action.output, "service"),
    ...schemaFaults("the facts of its evidence", action.evidence?.facts, "service"),
  ];
}

/** An action for agents is a tool, whose name hosts limit. */
function toolFaults(provider: Provider, action: Action): string[] {
  const fault = toolFault(provider, action);
  return fault === null ? [] : [`it can't be a tool for agents: ${fault}`];
}

function schemaFaults(what: string, schema: object | undefined, from: "caller" | "service"): string[] {
  if (schema === undefined) return [];
  const findings = schemaFindings(schema, from).map(
    ({ pointer, rule, remedy }) => `${what} has ${rule} at ${pointer === "" ? "/" : pointer}: ${remedy}`,
  );
  return isUsable(schema) ? findings : [...findings, `${what} has a keyword or a pattern that svc can't check`];
}

/** Whether the validator accepts the schema: it supports every keyword, and each pattern runs in linear time. */
function isUsable(schema: object): boolean {
  try {
    compileSchema(schema)(null);
    return true;
  } catch {
    return false;
  }
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
