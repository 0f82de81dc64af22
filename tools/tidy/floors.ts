/** Who may import whom. The house's floors as a table; ARCHITECTURE.md tells why. */
import { posix } from "node:path";
import { findingAt } from "./source.ts";
import type { Finding, Import, Source } from "./source.ts";

/** Where a file stands, and what a floor may take: `allowed` answers false for what it must not import. */
interface Floor {
  readonly name: string;
  readonly holds: RegExp;
  readonly allowed: (target: string, taken: Import, path: string) => boolean;
  readonly remedy: string;
}

const contract = /^@svc\/contract(\/|$)/;
const kit = /^@svc\/provider-kit$/;
const typebox = /^typebox(\/|$)/;
const serverCode = /^packages\/server\/|^@svc\/server(\/|$)/;
const wiring = /^packages\/server\/src\/(app\/|main\.ts$)/;
const platform = /^packages\/server\/src\/platform\.ts$/;
const lowerFloor = /^packages\/server\/src\/(store|vault|egress)\//;
const door = /^packages\/server\/src\/(http|mcp|docs-site|connect-page|operator|operator-console)\//;
const domain = /^packages\/server\/src\/[^/]+\//;
const port = /^packages\/server\/src\/[^/]+\/port\.ts$/;
const nodeInputOutput =
  /^node:(fs|net|http|https|http2|tls|dgram|dns|child_process|cluster|worker_threads|sqlite|os|process|readline)(\/|$)/;
const pureNode = (target: string): boolean => target.startsWith("node:") && !nodeInputOutput.test(target);
const databases = /^(kysely|pg|node:sqlite)(\/|$)/;

/** What every floor of the server may take. */
const forEveryServerFloor = (target: string): boolean =>
  contract.test(target) || kit.test(target) || typebox.test(target) || port.test(target) || platform.test(target);

/** A folder's own files. */
function isWithin(path: string, target: string): boolean {
  const folder = /^packages\/server\/src\/[^/]+\//.exec(path)?.[0];
  return folder !== undefined && target.startsWith(folder);
}

/** Files that belong to no floor: they stand outside and build, test or measure. */
const bystander =
  /^(tools|bench|examples)\/|^packages\/[^/]+\/build\.ts$|^packages\/[^/]+\/test\/|^providers\/[^/]+\/test\/|\.test\.ts$/;

const floors: readonly Floor[] = [
  {
    name: "contract",
    holds: /^packages\/contract\/src\//,
    allowed: (target, _taken, path) =>
      typebox.test(target) || (target === "@cfworker/json-schema" && path.endsWith("/validation.ts")),
    remedy: "the contract takes typebox only, and validation.ts @cfworker/json-schema; no I/O",
  },
  {
    name: "provider-kit ./testing",
    holds: /^packages\/provider-kit\/src\/testing\//,
    allowed: (target) =>
      contract.test(target) || typebox.test(target) || /^node:|^packages\/provider-kit\/src\//.test(target),
    remedy: "the kit's ./testing takes the contract and Node's own modules",
  },
  {
    name: "provider-kit",
    holds: /^packages\/provider-kit\/src\/(?!testing\/)/,
    allowed: (target) => contract.test(target) || typebox.test(target),
    remedy: "the kit takes the contract and no I/O; what does I/O goes to ./testing",
  },
  {
    name: "provider",
    holds: /^providers\/[^/]+\/src\//,
    allowed: (target) => contract.test(target) || kit.test(target) || typebox.test(target),
    remedy: "a provider takes provider-kit and contract; it describes requests and never sends them",
  },
  {
    name: "provider's simulator",
    holds: /^providers\/[^/]+\/simulator\//,
    allowed: (target) => /^@svc\/simulator$/.test(target) || pureNode(target),
    remedy: "a simulator is made from the documentation, on @svc/simulator; it takes nothing from src",
  },
  {
    name: "simulator",
    holds: /^packages\/simulator\/src\//,
    allowed: (target) => target.startsWith("node:"),
    remedy: "the harness takes Node's own modules only",
  },
  {
    name: "sdk",
    holds: /^packages\/sdk\/src\//,
    // Node's types cost nothing at run time.
    allowed: (target, taken) => contract.test(target) || (taken.isTypeOnly && target.startsWith("node:")),
    remedy: "the SDK takes the contract only; it runs where there is no Node",
  },
  {
    name: "cli",
    holds: /^packages\/cli\/src\//,
    allowed: (target) => /^@svc\/sdk$|^commander$/.test(target) || contract.test(target) || target.startsWith("node:"),
    remedy: "the command line takes sdk, contract and commander, never the server",
  },
  {
    name: "browser",
    holds: /^packages\/connect(-ui)?\/src\//,
    allowed: (target) => contract.test(target),
    remedy: "what runs in a browser takes the contract at most",
  },
  {
    name: "server's wiring",
    holds: /^packages\/server\/src\/(app\/)?[^/]+\.ts$/,
    allowed: (target, _taken, path) => !platform.test(path) || pureNode(target) || target === "node:os",
    remedy: "platform.ts is a leaf that takes Node's own modules",
  },
  {
    name: "store, vault, egress",
    holds: lowerFloor,
    allowed: (target, taken, path) => {
      if (forEveryServerFloor(target) || isWithin(path, target)) return true;
      if (door.test(target) || wiring.test(target) || lowerFloor.test(target)) return false;
      if (domain.test(target)) return taken.isTypeOnly;
      if (databases.test(target)) return path.startsWith("packages/server/src/store/");
      if (target === "undici") return path.startsWith("packages/server/src/egress/");
      return target.startsWith("node:") || target === "canonicalize";
    },
    remedy: "store, vault and egress take the domain's ports and their own library; no door, no provider, no sibling",
  },
  {
    name: "doors",
    holds: door,
    allowed: (target, taken, path) => {
      if (forEveryServerFloor(target) || isWithin(path, target)) return true;
      if (lowerFloor.test(target) || databases.test(target) || target === "undici") return false;
      if (/^@svc\/connect(-ui)?$/.test(target)) return true;
      if (target.startsWith("@svc/") || target.startsWith("providers/")) return false;
      if (wiring.test(target)) return taken.isTypeOnly || path.startsWith("packages/server/src/operator/");
      return true;
    },
    remedy: "a door takes the domain; what it needs of store, vault or egress is handed to it by app/",
  },
  {
    name: "telemetry",
    holds: /^packages\/server\/src\/telemetry\//,
    allowed: (target, taken, path) => {
      if (forEveryServerFloor(target) || isWithin(path, target)) return true;
      if (lowerFloor.test(target) || door.test(target) || wiring.test(target)) return false;
      if (domain.test(target)) return taken.isTypeOnly;
      return /^(prom-client|@opentelemetry\/[a-z-]+)$/.test(target) || pureNode(target);
    },
    remedy: "telemetry takes the domain's types and its own libraries; whoever is watched imports its port",
  },
  {
    name: "server's domain",
    holds: domain,
    allowed: (target, _taken, path) => {
      if (forEveryServerFloor(target) || isWithin(path, target)) return true;
      if (lowerFloor.test(target) || door.test(target) || wiring.test(target)) return false;
      if (domain.test(target)) return true;
      if (target === "oauth4webapi") return path.startsWith("packages/server/src/oauth/");
      return /^(ajv|re2js|canonicalize)(\/|$)/.test(target) || pureNode(target);
    },
    remedy: "the domain takes contract, provider-kit, ports and pure libraries; no door, database, socket or setting",
  },
  {
    name: "conformance",
    holds: /^conformance\//,
    allowed: (target) =>
      /^@svc\/(sdk|simulator|provider-[^/]+\/simulator)$/.test(target) ||
      contract.test(target) ||
      target.startsWith("tools/postgres/") ||
      (!serverCode.test(target) && !/^(packages|providers|@svc)\//.test(target)),
    remedy: "conformance sees what a customer sees: SDK, simulators and plain HTTP, nothing from inside",
  },
];

/** The imports of one file that its floor may not make. */
export function floorFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  const own = packageOf(source.path);
  const floor = bystander.test(source.path) ? undefined : floors.find(({ holds }) => holds.test(source.path));
  if (floor === undefined && /^(packages|providers)\//.test(source.path) && !bystander.test(source.path)) {
    const remedy = "say in tools/tidy/floors.ts and ARCHITECTURE.md what a file of this place may import";
    findings.push(findingAt(source, 0, "floors: a place on no floor", remedy));
  }
  for (const taken of source.imports) {
    const target = resolved(source.path, taken.specifier);
    const isOwn = own !== undefined && target.startsWith(`${own}/`);
    const inSameFloor = isOwn && floor !== undefined && !own.endsWith("/server") && floor.holds.test(target);
    if (floor !== undefined && !inSameFloor && !floor.allowed(target, taken, source.path)) {
      const rule = `floors: ${floor.name} imports ${taken.specifier}`;
      findings.push(findingAt(source, taken.start, rule, floor.remedy));
    } else if (
      taken.specifier.startsWith(".") &&
      packageOf(target) !== undefined &&
      !isOwn &&
      !mayReachIn(source, target)
    ) {
      const remedy = "take another package by its name, so that its exports decide what is public";
      findings.push(findingAt(source, taken.start, `floors: a path into ${packageOf(target)}`, remedy));
    }
  }
  return findings;
}

/** The workshop reads anything; and a provider's test may send through what really sends, which no package exports. */
function mayReachIn(source: Source, target: string): boolean {
  if (/^(tools|bench)\//.test(source.path)) return true;
  return /^providers\/[^/]+\/test\//.test(source.path) && target === "packages/server/src/egress/index.ts";
}

function packageOf(path: string): string | undefined {
  return /^(?:packages|providers)\/[^/]+/.exec(path)?.[0];
}

/** A relative specifier as a path from the root; any other as it stands, so that `@svc/…` is matched by name. */
function resolved(path: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier;
}
