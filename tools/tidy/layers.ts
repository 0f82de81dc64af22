/**
 * Which layers may import which: the layers as a table; and that no files import each other in a circle. ARCHITECTURE.md
 * says why.
 */
import { posix } from "node:path";
import { findingAt } from "./source.ts";
import type { Finding, Import, Source } from "./source.ts";

/** The files of a layer, and their allowed imports. */
interface Layer {
  readonly name: string;
  readonly holds: RegExp;
  readonly allowed: (target: string, taken: Import, path: string) => boolean;
  readonly remedy: string;
}

const contract = /^@svc\/contract(\/|$)/;
const kit = /^@svc\/provider-kit(\/(?:secrets|shape))?$/;
const shared = /^@svc\/(aws|google)$/;
const reviews = /^@svc\/mcp-provider$/;
const typebox = /^typebox(\/|$)/;
const serverCode = /^packages\/server\/|^@svc\/server(\/|$)/;
const ground = /^packages\/server\/src\/(?:platform|once)\.ts$/;
const app = /^packages\/server\/src\/(main\.ts$|app\/)/;
const entry = /^packages\/server\/src\/entry\//;
const domain = /^packages\/server\/src\/domain\//;
const adapters = /^packages\/server\/src\/adapters\//;
const nodeInputOutput =
  /^node:(fs|net|http|https|http2|tls|dgram|dns|child_process|cluster|worker_threads|sqlite|os|process|readline)(\/|$)/;
const pureNode = (target: string): boolean => target.startsWith("node:") && !nodeInputOutput.test(target);
const databases = /^(kysely|pg|node:sqlite)(\/|$)/;

const adapterLibraries: readonly (readonly [folder: string, library: RegExp])[] = [
  ["packages/server/src/adapters/store/", /^(kysely|pg|node:.*)(\/|$)/],
  ["packages/server/src/adapters/vault/", /^(canonicalize$|@svc\/aws$|node:)/],
  ["packages/server/src/adapters/egress/", /^(undici$|node:)/],
  [
    "packages/server/src/adapters/telemetry/",
    /^(prom-client$|@opentelemetry\/|node:(async_hooks|crypto|perf_hooks|timers))/,
  ],
];

/** Imports that every layer of the server may have. */
const isCommon = (target: string): boolean =>
  contract.test(target) || kit.test(target) || reviews.test(target) || typebox.test(target) || ground.test(target);

/** An adapter's own files. */
function isWithin(path: string, target: string): boolean {
  const folder = /^packages\/server\/src\/adapters\/[^/]+\//.exec(path)?.[0];
  return folder !== undefined && target.startsWith(folder);
}

/** The only files that use these two libraries. */
const oauthUsers = /^packages\/server\/src\/domain\/(?:oauth\/|operator-sign-in\/issuer\.ts$)/;
const joseUsers = /^packages\/server\/src\/domain\/(?:agent-sign-in\/host-proof|operator-sign-in\/signed-tokens)\.ts$/;

/** Files outside the layers, which build, test or measure. */
const bystander =
  /^(tools|bench|examples)\/|^packages\/[^/]+\/build\.ts$|^packages\/[^/]+\/test\/|^providers\/[^/]+\/test\/|\.test\.ts$/;

const layers: readonly Layer[] = [
  {
    name: "contract",
    holds: /^packages\/contract\/src\//,
    allowed: (target, _taken, path) =>
      typebox.test(target) || (target === "@cfworker/json-schema" && path.endsWith("/validation.ts")),
    remedy: "the contract imports only typebox, and validation.ts @cfworker/json-schema; no I/O",
  },
  {
    name: "provider-kit ./testing",
    holds: /^packages\/provider-kit\/src\/testing\//,
    allowed: (target) =>
      contract.test(target) || typebox.test(target) || /^node:|^packages\/provider-kit\/src\//.test(target),
    remedy: "the kit's ./testing imports the contract and Node's own modules",
  },
  {
    name: "provider-kit",
    holds: /^packages\/provider-kit\/src\/(?!testing\/)/,
    allowed: (target) => contract.test(target) || typebox.test(target),
    remedy: "the kit imports the contract and no I/O; code with I/O belongs in ./testing",
  },
  {
    name: "provider",
    holds: /^providers\/[^/]+\/src\//,
    allowed: (target) => contract.test(target) || kit.test(target) || typebox.test(target) || shared.test(target),
    remedy: "a provider imports provider-kit and contract; it describes requests and never sends them",
  },
  {
    name: "what providers share",
    holds: /^packages\/(aws|google)\/src\//,
    allowed: (target) => contract.test(target) || kit.test(target) || typebox.test(target) || target === "node:crypto",
    remedy:
      "code that one company's providers share imports provider-kit and contract, like them, and signs with node:crypto",
  },
  {
    name: "mcp-provider",
    holds: /^packages\/mcp-provider\/src\//,
    allowed: (target) =>
      contract.test(target) ||
      kit.test(target) ||
      typebox.test(target) ||
      target === "canonicalize" ||
      target === "node:crypto",
    remedy: "it imports provider-kit and contract, like a provider, and sends only with the fetch that it is given",
  },
  {
    name: "mcp-provider's stand-in",
    holds: /^packages\/mcp-provider\/simulator\//,
    allowed: (target) => target.startsWith("node:"),
    remedy: "the stand-in is made from the specification; it imports nothing from src",
  },
  {
    name: "what simulators share",
    holds: /^packages\/(aws|google)\/simulator\//,
    allowed: (target) => /^@svc\/simulator$/.test(target) || pureNode(target),
    remedy: "a simulator is made from the documentation, on @svc/simulator; it imports nothing from src",
  },
  {
    name: "provider's simulator",
    holds: /^providers\/[^/]+\/simulator\//,
    // A GraphQL API is executed by its reference implementation.
    allowed: (target) => /^(@svc\/(simulator|(?:aws|google)\/simulator)|graphql)$/.test(target) || pureNode(target),
    remedy: "a simulator is made from the documentation, on @svc/simulator; it imports nothing from src",
  },
  {
    name: "simulator",
    holds: /^packages\/simulator\/src\//,
    allowed: (target) => target.startsWith("node:"),
    remedy: "the harness imports only Node's own modules",
  },
  {
    name: "sdk",
    holds: /^packages\/sdk\/src\//,
    // Node's types cost nothing at run time.
    allowed: (target, taken) => contract.test(target) || (taken.isTypeOnly && target.startsWith("node:")),
    remedy: "the SDK imports only the contract; it runs where there is no Node",
  },
  {
    name: "cli",
    holds: /^packages\/cli\/src\//,
    allowed: (target) =>
      /^@svc\/sdk$|^(commander|jsonc-parser)$/.test(target) || contract.test(target) || target.startsWith("node:"),
    remedy: "the command line imports sdk, contract, commander and jsonc-parser, never the server",
  },
  {
    name: "docs-site",
    holds: /^packages\/docs-site\/src\//,
    allowed: (target) =>
      contract.test(target) ||
      kit.test(target) ||
      /^node:|^packages\/docs-site\/|^@svc\/server\/reference$|^(vitepress|vue)(\/|$)|^@shikijs\/transformers$/.test(
        target,
      ),
    remedy: "the documentation's build imports VitePress, and from the server only the exports of ./reference",
  },
  {
    name: "browser",
    holds: /^packages\/connect(-ui)?\/src\//,
    allowed: (target) => contract.test(target),
    remedy: "browser code imports at most the contract",
  },
  {
    name: "beside the server's layers",
    holds: ground,
    allowed: (target) => pureNode(target) || target === "node:os",
    remedy: "platform.ts and once.ts import only Node's own modules",
  },
  {
    name: "app",
    holds: app,
    allowed: () => true,
    remedy: "app wires the other layers and may import all of them",
  },
  {
    name: "entry",
    holds: entry,
    allowed: (target, taken, path) => {
      if (isCommon(target) || entry.test(target) || domain.test(target)) return true;
      if (app.test(target)) return taken.isTypeOnly || path.startsWith("packages/server/src/entry/cli/");
      if (serverCode.test(target) || databases.test(target) || target === "undici") return false;
      return !/^(@svc\/|providers\/)/.test(target) || /^@svc\/connect(-ui)?$/.test(target);
    },
    remedy: "an entry point imports the domain; app passes it what it needs from an adapter",
  },
  {
    name: "domain",
    holds: domain,
    allowed: (target, _taken, path) => {
      if (isCommon(target) || domain.test(target)) return true;
      if (target === "oauth4webapi") return oauthUsers.test(path);
      if (target === "jose") return joseUsers.test(path);
      return /^(ajv|re2js|canonicalize|image-size)(\/|$)/.test(target) || pureNode(target);
    },
    remedy:
      "the domain imports contract, provider-kit, itself and pure libraries; no entry point, adapter, socket or setting",
  },
  {
    name: "adapters",
    holds: adapters,
    allowed: (target, _taken, path) => {
      if (isCommon(target) || isWithin(path, target) || domain.test(target)) return true;
      return adapterLibraries.some(([folder, library]) => path.startsWith(folder) && library.test(target));
    },
    remedy: "an adapter imports the domain and its own libraries; no entry point, no provider, no other adapter",
  },
  {
    name: "conformance",
    holds: /^conformance\//,
    allowed: (target) => customerSees(target) && !target.startsWith("proof/"),
    remedy:
      "conformance imports what a customer can: SDK, simulators and plain HTTP, nothing from inside or from proof",
  },
  {
    name: "proof",
    holds: /^proof\//,
    allowed: customerSees,
    remedy: "proof imports what a customer can: SDK, simulators and plain HTTP, nothing from inside",
  },
];

/** Whether a test from outside may import it. */
function customerSees(target: string): boolean {
  if (
    /^@svc\/(sdk|simulator(\/[^/]+)?|(?:provider-[^/]+|mcp-provider)\/simulator)$/.test(target) ||
    contract.test(target)
  )
    return true;
  return !serverCode.test(target) && !/^(packages|providers|@svc)\//.test(target);
}

/** The imports of a file that its layer forbids. */
export function layerFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  const own = packageOf(source.path);
  const layer = bystander.test(source.path) ? undefined : layers.find(({ holds }) => holds.test(source.path));
  if (layer === undefined && /^(packages|providers)\//.test(source.path) && !bystander.test(source.path)) {
    const remedy = "add the file's allowed imports to tools/tidy/layers.ts and ARCHITECTURE.md";
    findings.push(findingAt(source, 0, "layers: a file in no layer", remedy));
  }
  for (const taken of source.imports) {
    const target = resolved(source.path, taken.specifier);
    const isOwn = own !== undefined && target.startsWith(`${own}/`);
    const inSameLayer = isOwn && layer !== undefined && !own.endsWith("/server") && layer.holds.test(target);
    if (layer !== undefined && !inSameLayer && !layer.allowed(target, taken, source.path)) {
      const rule = `layers: ${layer.name} imports ${taken.specifier}`;
      findings.push(findingAt(source, taken.start, rule, layer.remedy));
    } else if (
      taken.specifier.startsWith(".") &&
      packageOf(target) !== undefined &&
      !isOwn &&
      !mayReachIn(source, target)
    ) {
      const remedy = "import another package by name, so that its exports decide what is public";
      findings.push(findingAt(source, taken.start, `layers: a path into ${packageOf(target)}`, remedy));
    }
  }
  return findings;
}

/**
 * Modules that tests of providers may import although no package exports them: the real egress, and AWS's shared tests.
 */
const ofTests = /^packages\/(?:server\/test\/simulated-provider|aws\/test\/[a-z-]+)\.ts$/;

/** Tools may read anything. */
function mayReachIn(source: Source, target: string): boolean {
  if (/^(tools|bench)\//.test(source.path)) return true;
  return /^(providers\/[^/]+|packages\/(?:aws|mcp-provider))\/test\//.test(source.path) && ofTests.test(target);
}

function packageOf(path: string): string | undefined {
  return /^(?:packages|providers)\/[^/]+/.exec(path)?.[0];
}

/** A relative specifier as a path from the root; any other unchanged, so that `@svc/…` is matched by name. */
function resolved(path: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier;
}

/** Circles of imports between files, also of types: none of their files can be read before the others. */
export function circleFindings(sources: readonly Source[]): Finding[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const findings: Finding[] = [];
  const done = new Set<string>();
  const visit = (source: Source, way: readonly string[]): void => {
    if (done.has(source.path)) return;
    for (const { specifier, start } of source.imports) {
      const target = resolved(source.path, specifier);
      const from = way.indexOf(target);
      if (from >= 0) {
        const rule = `circle: ${[...way.slice(from), target].join(" → ")}`;
        findings.push(findingAt(source, start, rule, "move what both need into one of them, or into a third file"));
        continue;
      }
      const next = byPath.get(target);
      if (next !== undefined) visit(next, [...way, target]);
    }
    done.add(source.path);
  };
  for (const source of sources) visit(source, [source.path]);
  return findings;
}
