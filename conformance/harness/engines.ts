/** The engines that tests and programs run on. */
import assert from "node:assert/strict";
import { UsageError } from "../../tools/usage.ts";
import type { Engine } from "./server.ts";

/** The variable that selects the engine of all suites. */
export const engineVariable = "SVC_CONFORMANCE_ENGINE";

/** The engines of this run: both, unless the variable selects one. */
export function chosenEngines(): readonly Engine[] {
  const chosen = process.env[engineVariable];
  if (chosen === undefined || chosen === "") return ["sqlite", "postgres"];
  assert.ok(chosen === "sqlite" || chosen === "postgres", `${engineVariable} must be sqlite or postgres`);
  return [chosen];
}

/** The engine of tests for which one is enough. */
export function oneEngine(): readonly Engine[] {
  return chosenEngines().slice(0, 1);
}

/** Both engines, or the one in a program's `--engine`. @throws UsageError for any other value. */
export function enginesOf(value: unknown): readonly Engine[] {
  if (value === undefined) return ["sqlite", "postgres"];
  if (value === "sqlite" || value === "postgres") return [value];
  throw new UsageError("--engine must be sqlite or postgres.");
}
