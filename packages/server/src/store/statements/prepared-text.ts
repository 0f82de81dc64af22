/** Prepared statements that are written as text: for what Kysely has no words for, or what is shorter so. */
import type { RawBuilder } from "kysely";
import { prepared, type Prepared, type PreparedEngine } from "./prepared.ts";

/**
 * A statement of {@link prepared} that is written as text.
 * @param write gives it; slots stand where its values will. `Row` is what it gives, as its author says.
 * @param options as of {@link prepared}.
 */
export function preparedText<Values extends object, Row>(
  name: string,
  write: (slot: Values, engine: PreparedEngine) => RawBuilder<Row>,
  options?: Parameters<typeof prepared>[2],
): Prepared<Values, Row> {
  return prepared<Values, Row>(
    name,
    (queries, slot, engine) => ({ compile: () => write(slot, engine).compile(queries) }),
    options,
  );
}
