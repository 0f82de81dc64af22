/** Promises about custom providers, which svc doesn't ship with. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §11.5", text });

/** Promises about custom providers, which svc doesn't ship with. */
export const requirements: readonly Requirement[] = [
  of(
    "own-providers.same",
    "A loaded provider has everything that a built-in one has: catalog, sandbox, pages, executions.",
  ),
  of(
    "own-providers.refused",
    "A provider that breaks a rule prevents the start, with one line that names it and the rule.",
  ),
  of(
    "own-providers.check",
    "`providers check` runs a provider's code without the server's environment, and without other files.",
  ),
  of(
    "own-providers.replicas",
    "Processes that have loaded different files of a provider are reported to the operator.",
  ),
  of(
    "own-providers.gone",
    "A provider that is no longer loaded leaves its connections and executions in place; executing is 404 PROVIDER_NOT_AVAILABLE.",
  ),
];
