/** Refuses action patterns that match nothing: a misspelled one allows, asks about or denies nothing that anybody calls. */
import {
  describePatternProblem,
  describeUnmatched,
  patternsWithoutAction,
} from "../../domain/service-clients/policy.ts";
import type { KnownActions } from "../../domain/service-clients/policy.ts";
import { UsageFailure } from "./failure.ts";

/** A pattern, and where the operator gave it. */
export type GivenPattern = { place: string; pattern: string };

/**
 * @param force whether `--force` was given, for actions of a later version or of a provider that isn't loaded yet.
 * @throws UsageFailure with a line for each pattern that matches no action.
 */
export function refuseUnmatched(given: readonly GivenPattern[], known: readonly KnownActions[], force: boolean): void {
  if (force) return;
  const lines = given
    .filter(({ pattern }) => describePatternProblem(pattern) === null)
    .filter(({ pattern }) => patternsWithoutAction([pattern], known).length > 0)
    .map(({ place, pattern }) => `${place} ${JSON.stringify(pattern)}: ${describeUnmatched(pattern, known)}`);
  if (lines.length === 0) return;
  throw new UsageFailure([...lines, "Nothing was changed. With --force it is accepted all the same."].join("\n"));
}
