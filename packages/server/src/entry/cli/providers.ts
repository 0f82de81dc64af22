/** `svc-server providers`: lists this server's providers, and checks whether a package could be loaded. */
import type { CheckedProvider, OperatorEnvironment, OperatorProvider } from "./environment.ts";
import { OperatorFailure } from "./failure.ts";
import type { Rows } from "./io.ts";

/** Lists every provider with its source. */
export function providerRows({ providers }: Pick<OperatorEnvironment, "providers">): Rows {
  const described = providers.map(describeProvider);
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
  const { name, version, digest, folder } = source;
  return { ...common, from: `${name} in ${folder}`, version, digest: `sha256:${digest}` };
}
