/**
 * `svc-server providers` lists this server's providers, and checks whether a package could be loaded.
 * `svc-server sandbox-credentials` prints what simulated providers accept, so that it can be pasted.
 */
import type { AdministeredProvider } from "../../domain/administration/port.ts";
import type { CheckedProvider, OperatorEnvironment, OperatorProvider, SandboxCredentials } from "./environment.ts";
import {
  OperatorFailure,
  type Rows,
  UsageFailure,
  printResponse,
  printRows,
  printable,
  type OperatorIo,
} from "./io.ts";

/** Lists every provider with its source. */
export function providerRows(described: readonly CheckedProvider[]): Rows {
  return {
    document: { providers: described },
    headings: ["SLUG", "FROM", "VERSION", "DIGEST", "ACTIONS", "HOSTS"],
    rows: described.map(({ slug, from, version, digest, actions, hosts }) => [
      slug,
      from,
      version ?? "-",
      digest === null ? "-" : digest.slice(0, "sha256:".length + 12),
      String(actions),
      hosts.join(" "),
    ]),
  };
}

/**
 * Checks a package or folder against every rule that applies at startup, without starting a server. This runs its code.
 * @throws OperatorFailure with a line for the rule that it breaks.
 */
export async function checkProvider(environment: OperatorEnvironment, given: string): Promise<object> {
  const { checked, fault } = await environment.checkProvider(given);
  if (checked === null) throw new OperatorFailure(fault);
  return { ...checked, usable: true };
}

/** Describes a provider for the output. */
export function describeProvider({ slug, actions, hosts, source }: OperatorProvider): CheckedProvider {
  const common = { slug, actions: actions.length, hosts };
  if (source.kind === "built_in") return { ...common, from: "the box", version: null, digest: null };
  if (source.kind === "described") {
    const { url, version, digest } = source;
    return { ...common, from: `the MCP server ${url}`, version: String(version), digest: `sha256:${digest}` };
  }
  const { name, version, digest, folder } = source;
  return { ...common, from: `${name} in ${folder}`, version, digest: `sha256:${digest}` };
}

/** Describes a provider for the admin API. */
export function describeAdministered(provider: OperatorProvider): AdministeredProvider["described"] {
  const { actions, takesApp, hasEvents, hosts } = provider;
  const more = { actionIds: actions.map(({ id }) => id), takesApp, hasEvents, hosts: [...hosts] };
  return { ...describeProvider(provider), ...more };
}

/** The longest value to print next to its name. Longer ones fill several lines of a terminal. */
const besideMax = 100;

/**
 * Returns the credentials that the simulated providers accept.
 * @param provider a provider's slug; undefined for all.
 * @throws UsageFailure for an unknown provider.
 */
export async function findCredentials(
  environment: OperatorEnvironment,
  provider: string | undefined,
): Promise<SandboxCredentials> {
  const slugs = environment.providers.map(({ slug }) => slug);
  if (provider !== undefined && !slugs.includes(provider)) {
    throw new UsageFailure(`--provider: there is no provider ${provider}. Use one of: ${slugs.join(", ")}.`);
  }
  return await environment.sandboxCredentials(provider ?? null);
}

/**
 * Prints them: one JSON document, or short values next to their names and all others on lines of their own.
 * @param how.isShort prints one for each provider, and of a long one only the command that prints it.
 */
export function printCredentials(
  io: OperatorIo,
  { format, isShort }: { format: "table" | "json"; isShort: boolean },
  credentials: SandboxCredentials,
): void {
  if (format === "json") return printResponse(io, format, credentials);
  if (isShort) return printFirst(io, credentials);
  const values = Object.entries(credentials).flatMap(([slug, own]) =>
    Object.entries(own).map(([name, value]) => ({ name: `${slug}.${name}`, lines: toLines(value) })),
  );
  const fitsBeside = (lines: readonly string[]): boolean => lines.length === 1 && (lines[0] ?? "").length <= besideMax;
  const width = Math.max(0, ...values.map(({ name, lines }) => (fitsBeside(lines) ? name.length : 0)));
  for (const { name, lines } of values) {
    if (fitsBeside(lines)) io.out(`${name.padEnd(width)}  ${lines.join("")}\n`);
    else io.out([`${name}:`, ...lines, ""].join("\n"));
  }
}

/** Each provider's first credential that fits on a line. */
function printFirst(io: OperatorIo, credentials: SandboxCredentials): void {
  const rows = Object.entries(credentials).flatMap(([slug, own]) =>
    firstOf(own).map(([name, value]) => [
      slug,
      name,
      value.length <= besideMax && !value.includes("\n")
        ? value
        : `(long; print it with: svc-server sandbox-credentials --provider ${slug})`,
    ]),
  );
  printRows(io, "table", { document: credentials, headings: ["PROVIDER", "NAME", "CREDENTIAL"], rows });
  io.err("One for each provider. For all of a provider: svc-server sandbox-credentials --provider <slug>\n");
}

/** A provider's first credential; all fields of one that has several, such as `region` and `access_key_id`. */
function firstOf(own: Readonly<Record<string, string>>): [name: string, value: string][] {
  const entries = Object.entries(own).filter(([name]) => !name.startsWith("SVC_"));
  const [first] = entries;
  if (first === undefined) return [["-", "(none: a user signs in on the provider's page)"]];
  return entries.every(([name]) => /^[a-z]+(?:_[a-z]+)*$/.test(name)) ? entries : [first];
}

/** Returns a value's lines as they can be pasted; JSON as one, because forms and shells may not accept more. */
function toLines(value: string): string[] {
  return (toJsonLine(value) ?? value.trimEnd()).split(/\r?\n/).map(printable);
}

function toJsonLine(value: string): string | null {
  if (!value.startsWith("{")) return null;
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return null;
  }
}
