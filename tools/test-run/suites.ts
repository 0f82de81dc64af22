/**
 * The suites of tests: which files each has, what it needs beyond `npm ci`, and its command. The commands in
 * `package.json`, their help and the table in CONTRIBUTING.md follow from here. A file belongs to the first suite that
 * has it, and any other test file to `npm test`, which needs nothing.
 */
import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { engineVariable } from "../../conformance/harness/engines.ts";
import { needs, type NeedName } from "../needs/all.ts";

/** One command that runs tests. */
export interface Suite {
  /** The word that selects it. */
  readonly name: string;
  readonly command: string;
  /** As in "npm run test:browser tests pages in Chromium". */
  readonly does: string;
  /** Globs, from the project's root. */
  readonly files: readonly string[];
  /** Files that belong to a later suite although a glob matches. */
  readonly except?: readonly string[];
  /** Of these, the files that change nothing of their process share processes. */
  readonly together?: readonly string[];
  readonly needs: readonly NeedName[];
  /** The suite runs the files of these suites in one run, each once. */
  readonly joins?: readonly Suite[];
  /** The suite runs files of `npm test` again, with these variables. */
  readonly again?: Readonly<Record<string, string>>;
  /** Its own options: each runs the function `run` of a module before the tests. */
  readonly options?: Readonly<Record<string, { readonly does: string; readonly module: string }>>;
}

/** The suites that need more than npm. The slowest files of each come first. */
const needing: readonly Suite[] = [
  {
    name: "browser",
    command: "npm run test:browser",
    does: "tests pages in Chromium, with axe and Lighthouse",
    files: ["packages/server/test/entry/docs/*.browser.test.ts", "**/*.browser.test.ts"],
    needs: ["chromium", "pages", "python"],
    options: {
      pictures: {
        does: "saves pictures of the pages in packages/docs-site/dist/pictures",
        module: "tools/browser/pictures.ts",
      },
    },
  },
  {
    name: "model",
    command: "npm run test:model",
    does: "checks the protocol's models",
    files: ["proof/model/*.test.ts"],
    needs: ["spin"],
  },
  {
    name: "python",
    command: "npm run test:python",
    does: "tests the Python SDK",
    files: ["conformance/sdk/python*.test.ts"],
    needs: ["python", "checks"],
  },
  {
    name: "official",
    command: "npm run test:official",
    does: "tests simulators and tools with the official clients, SDKs and MCP's conformance suite",
    files: ["**/official-*.test.ts", "**/*-official.test.ts"],
    needs: ["vendors"],
  },
  {
    name: "real",
    command: "npm run test:real",
    does: "tests providers, key services and operators' sign-in with real servers, and remote tools with other people's MCP servers",
    files: [
      "providers/*/test/*.real.ts",
      "packages/mcp-provider/test/*.real.ts",
      "packages/server/test/adapters/vault/key-services/*.real.ts",
      "packages/server/test/entry/console/*.real.ts",
      "conformance/suites/*.real.ts",
    ],
    needs: [
      "python",
      "pip",
      "moto",
      "openBao",
      "canaille",
      "vendors",
      "mcp",
      "fastmcp",
      "go",
      "mcpGoServer",
      "chromium",
      "pages",
    ],
    options: {
      "record-tools": {
        does: "records the tools of the vendors' MCP servers, for the table in packages/mcp-provider",
        module: "packages/mcp-provider/test/record-tools.ts",
      },
    },
  },
  {
    name: "proxies",
    command: "npm run test:proxies",
    does: "tests the server behind nginx, HAProxy, Caddy, Envoy and Traefik",
    files: ["conformance/proxies/long-stream.test.ts", "conformance/proxies/*.test.ts"],
    needs: ["nginx", "haproxy", "caddy", "python", "pip", "envoy", "traefik", "chromium", "pages"],
  },
  {
    name: "languages",
    command: "npm run test:languages",
    does: "generates clients in other languages from the API description, compiles them and runs two",
    files: ["conformance/languages/*.test.ts"],
    needs: ["python", "pip", "java", "maven", "go", "pythonGenerators", "goGenerators", "javaPackages", "languages"],
  },
  {
    name: "image",
    command: "npm run test:image",
    does: "builds the container image twice, judges it, and runs the demo in it",
    files: ["tools/image/*.test.ts"],
    needs: ["runc", "umoci", "checks"],
  },
  {
    name: "chart",
    command: "npm run test:chart",
    does: "renders the Helm chart, and judges its manifests by Kubernetes' own schemas",
    files: ["tools/chart/*.test.ts"],
    needs: ["python", "pip", "go", "helm", "kubernetesValidate"],
  },
  {
    name: "vendors",
    command: "npm run test:vendors",
    does: "compares providers with their vendors' own descriptions",
    files: ["tools/vendors/**/*.test.ts"],
    needs: ["python", "pip", "openBao", "botocore", "googleDescriptions", "vendors"],
    options: {
      update: {
        does: "installs the newest descriptions, and prints what the vendors changed",
        module: "tools/vendors/update.ts",
      },
      digest: {
        does: "writes what our actions use of the installed descriptions",
        module: "tools/vendors/write-digests.ts",
      },
    },
  },
  {
    name: "release",
    command: "npm run check:release",
    does: "checks the packages, the deployment files, the API description and the documentation's site",
    files: [
      "tools/{pack,deploy,openapi,release}/*.test.ts",
      "tools/new-provider/**/*.test.ts",
      "packages/docs-site/**/*.test.ts",
    ],
    needs: ["checks"],
  },
  {
    name: "installed",
    command: "npm run test:installed",
    does: "installs a release from registries on this machine, in empty folders, and uses it",
    files: ["tools/release/installed/*.test.ts"],
    needs: ["python", "pip", "checks", "registry", "pythonBuild", "mypy", "pypiserver", "twine"],
  },
  {
    name: "proof",
    command: "npm run proof -- --short",
    does: "runs the proof's short forms",
    files: ["proof/*/*.test.ts"],
    // Of pure functions, and of the machinery.
    except: ["proof/crash/invariants.test.ts", "proof/load/*.test.ts", "proof/mutants/*.test.ts"],
    needs: ["faketime"],
  },
];

/** All suites, those that need more than npm first; the last is `npm test`. */
export const suites: readonly Suite[] = [
  ...needing,
  {
    name: "more",
    command: "npm run test:more",
    does: "runs all of these in one run, as CI does: they wait a lot, and together they take less time",
    files: [],
    joins: needing,
    needs: [...new Set(needing.flatMap((suite) => suite.needs))],
  },
  {
    name: "postgres",
    command: "npm run test:postgres",
    does: "runs the whole black box on PostgreSQL; npm test does so only where SQL decides",
    files: ["conformance/suites/**/*.test.ts"],
    needs: [],
    again: { [engineVariable]: "postgres" },
  },
  {
    name: "test",
    command: "npm test",
    does: "tests everything else",
    files: [
      "conformance/**/*.test.ts",
      "packages/server/test/**/*.test.ts",
      "proof/**/*.test.ts",
      "tools/**/*.test.ts",
      "examples/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "bench/**/*.test.ts",
      "providers/*/test/**/*.test.ts",
    ],
    together: [
      "packages/{aws,cli,connect,contract,google,provider-kit,sdk,simulator}/test/**",
      "packages/server/test/{adapters,domain,entry/!(docs)}/**",
      "providers/*/test/**",
    ],
    needs: [],
  },
];

const root = join(import.meta.dirname, "../..");

/** @throws Error if there is no such suite. */
export function suiteNamed(name: string): Suite {
  const suite = suites.find((one) => one.name === name);
  if (suite === undefined) throw new Error(`There is no suite ${name}: ${suites.map((one) => one.name).join(", ")}.`);
  return suite;
}

/** The suite that a file belongs to; null if no suite has it. @param file from the project's root. */
export function suiteOf(file: string): Suite | null {
  const hasIt = ({ files, except = [] }: Suite): boolean => matches(file, files) && !matches(file, except);
  return suites.find((suite) => suite.again === undefined && hasIt(suite)) ?? null;
}

function matches(file: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(file, glob));
}

/** The files of a suite, in the order in which they run. */
export function filesOf(suite: Suite): readonly string[] {
  if (suite.joins !== undefined) {
    // Suites of few files have long ones, so they come first: what is short then fills the lanes to the end.
    const lists = suite.joins.map(filesOf);
    return lists.toSorted((left, right) => left.length - right.length).flat();
  }
  const found = suite.files.flatMap((glob) => globSync(glob, { cwd: root, exclude: isOutside }).toSorted());
  const owner = suite.again === undefined ? suite : suiteNamed("test");
  return [...new Set(found)].filter((file) => suiteOf(file) === owner);
}

const sharingMost = 16;
/** Programs, variables, mocks and globals outlive a test file. */
const changesItsProcess = /child_process|worker_threads|\bprocess\.|\bmock\b|\bglobalThis\b/;

/** The files as they share processes, in the order in which they run. @param files of the suite. */
export function groupsOf({ together = [] }: Suite, files: readonly string[]): readonly (readonly string[])[] {
  const isShared = (file: string): boolean =>
    matches(file, together) && !changesItsProcess.test(readFileSync(join(root, file), "utf8"));
  const shared = files.filter(isShared);
  const groups = Array.from({ length: Math.ceil(shared.length / sharingMost) }, (_each, index) =>
    shared.slice(index * sharingMost, (index + 1) * sharingMost),
  );
  return [...files.filter((file) => !isShared(file)).map((file) => [file]), ...groups];
}

/** Every test file of the project. */
export function testFiles(): readonly string[] {
  return globSync(["**/*.test.ts", "**/*.real.ts"], { cwd: root, exclude: isOutside });
}

/** Folders that aren't the project's own. */
function isOutside(path: string): boolean {
  return /(?:^|\/)(?:node_modules|\.git|dist|data|artefacts)$/.test(path);
}

/** A suite's needs as one phrase: "Chromium and Python 3.9". */
export function needsOf(suite: Suite): string {
  if (suite.joins !== undefined) return "what these need";
  const names = suite.needs.map((name) => needs[name].name);
  return names.length === 0 ? "nothing more" : new Intl.ListFormat("en").format(names);
}
