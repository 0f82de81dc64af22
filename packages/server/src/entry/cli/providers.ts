/** `svc-server providers`: lists this server's providers, and checks whether a package could be loaded. */
import type { OperatorEnvironment, OperatorProvider } from "./environment.ts";
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
 * Checks a package or folder against every rule that applies at startup, without starting a server.
 * @throws OperatorFailure with a line for the rule that it breaks.
 */
export async function checkProvider(environment: OperatorEnvironment, given: string): Promise<object> {
  const { provider, fault } = await environment.checkProvider(given);
  if (provider === null) throw new OperatorFailure(fault);
  return { ...describeProvider(provider), usable: true };
}

/** A provider in the output. The digest covers the package's files, without its dependencies. */
type Described = {
  slug: string;
  from: string;
  version: string | null;
  digest: string | null;
  actions: number;
  hosts: readonly string[];
};

function describeProvider({ slug, actions, hosts, source }: OperatorProvider): Described {
  const common = { slug, actions: actions.length, hosts };
  if (source.kind === "built_in") return { ...common, from: "the box", version: null, digest: null };
  const { name, version, digest, folder } = source;
  return { ...common, from: `${name} in ${folder}`, version, digest: `sha256:${digest}` };
}
