/** References between secrets: `${NAME}` in the same config, `${project.config.NAME}` in another. */
import type { Config, Secret, Visibility } from "./model.ts";
import { isSame } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** The resolved secret. `computed` is null if a reference has no target, can't be reached or is circular. */
export interface Resolved {
  readonly computed: string | null;
  /** The most restrictive visibility of the secret and everything it refers to. */
  readonly visibility: Visibility;
}

/** The context of a resolution: the config that is read, and which other configs the reader can access. */
export interface ReferenceScope {
  readonly workplace: Workplace;
  readonly config: Config;
  readonly mayReach: (config: Config) => boolean;
}

const order: readonly Visibility[] = ["unmasked", "masked", "restricted"];
const reference = /\$\{([A-Za-z0-9_.-]+)\}/g;

/** Resolves one secret of a config. `path` contains the secrets that are already being resolved. */
export function resolveSecret(secret: Secret, scope: ReferenceScope, path: readonly Secret[] = []): Resolved {
  if (path.includes(secret)) return { computed: null, visibility: secret.visibility };
  let { visibility } = secret;
  let isWhole = true;
  const computed = secret.raw.replaceAll(reference, (_whole, target: string) => {
    const found = resolveTarget(target, scope, [...path, secret]);
    if (found.computed === null) isWhole = false;
    if (order.indexOf(found.visibility) > order.indexOf(visibility)) ({ visibility } = found);
    return found.computed ?? "";
  });
  return { computed: isWhole ? computed : null, visibility };
}

function resolveTarget(target: string, scope: ReferenceScope, path: readonly Secret[]): Resolved {
  const missing: Resolved = { computed: null, visibility: "unmasked" };
  const parts = target.split(".");
  const [name = "", configName, projectName] = parts.toReversed();
  if (parts.length === 2 || parts.length > 3) return missing;
  const named =
    configName === undefined || projectName === undefined
      ? scope.config
      : scope.workplace.configAt({ project: projectName, config: configName });
  if (named === undefined || (!isSame(named, scope.config) && !scope.mayReach(named))) return missing;
  const secret = scope.workplace.served(named).get(name);
  return secret === undefined ? missing : resolveSecret(secret, { ...scope, config: named }, path);
}
