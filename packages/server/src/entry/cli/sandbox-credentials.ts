/** `svc-server sandbox-credentials`: prints what simulated providers accept, so that it can be pasted. */
import type { OperatorEnvironment, SandboxCredentials } from "./environment.ts";
import { UsageFailure } from "./failure.ts";
import { printResponse, printable, type OperatorIo } from "./io.ts";

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

/** Prints them: one JSON document, or short values next to their names and all others on lines of their own. */
export function printCredentials(io: OperatorIo, format: "table" | "json", credentials: SandboxCredentials): void {
  if (format === "json") return printResponse(io, format, credentials);
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
