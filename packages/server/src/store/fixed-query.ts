/** Statements whose text never changes: written once for both engines, and never built or compiled again. */
import { CompiledQuery } from "kysely";
import type { StoreContext } from "./context.ts";

/** A statement with its parameters, ready to be executed. */
export type FixedQuery<Row> = (...parameters: readonly unknown[]) => CompiledQuery<Row>;

/**
 * @param text the statement, with parameters by number as PostgreSQL writes them; `Row` is what it gives, as its author
 *   says.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function fixedQuery<Row>({ engine }: Pick<StoreContext, "engine">, text: string): FixedQuery<Row> {
  const sql = engine === "sqlite" ? text.replaceAll(/\$(\d+)/g, "?$1") : text;
  return (...parameters) => CompiledQuery.raw(sql, [...parameters]);
}
