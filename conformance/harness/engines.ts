/** The programs' `--engine` option. */
import { UsageError } from "../../tools/usage.ts";
import type { Engine } from "./server.ts";

/** Both engines, or the one in `--engine`. @throws UsageError for any other value. */
export function enginesOf(value: unknown): readonly Engine[] {
  if (value === undefined) return ["sqlite", "postgres"];
  if (value === "sqlite" || value === "postgres") return [value];
  throw new UsageError("--engine must be sqlite or postgres.");
}
