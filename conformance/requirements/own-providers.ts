/** Promises about providers that aren't in the box. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §11.5", text });

/** Promises about providers that aren't in the box. */
export const requirements: readonly Requirement[] = [
  of(
    "own-providers.same",
    "A loaded provider has everything that one in the box has: catalog, sandbox, pages, executions.",
  ),
  of(
    "own-providers.refused",
    "A provider that breaks a rule stops the start with one line that names it and the rule.",
  ),
  of("own-providers.replicas", "Processes that have loaded other files of a provider are shown to the operator."),
  of(
    "own-providers.gone",
    "A provider that isn't loaded any more leaves its connections and executions; executing is 404 PROVIDER_NOT_AVAILABLE.",
  ),
];
