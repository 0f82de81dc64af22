/**
 * Rows that grant something. Each has a seal over all of its columns but the few that it names
 * (domain/vault/row-seals.ts), made with every change and checked wherever the row decides what a caller may do. Lists
 * for people aren't checked.
 */
import type { Kysely } from "kysely";
import type { RowSeals, SealedValues } from "../../domain/vault/row-seals.ts";
import type { Queries, StoreContext } from "./context.ts";
import type { RowSeal } from "./schema/column.ts";
import { sealOf } from "./schema/table.ts";
import { topics } from "./schema/tables.ts";
import type { Tables } from "./tables.ts";
import { storableText } from "../../domain/database/port.ts";

/** A table whose rows have such a seal. The seal of a Connect session is another one (session-seals.ts). */
export type SealedTable = Exclude<
  { [Table in keyof Tables]: Tables[Table] extends { seal: string } ? Table : never }[keyof Tables],
  "connect_sessions"
>;

/** The sealed tables, as they are declared, with their primary keys. */
export const sealedTables = Object.fromEntries(
  Object.values(topics)
    .flat()
    .flatMap((table) => {
      const seal = sealOf(table);
      const [key = ""] = Object.entries(table.columns).flatMap(([name, column]) => (column.key ? [name] : []));
      return seal === null ? [] : [[table.name, { ...seal, key }]];
    }),
) as Readonly<Record<SealedTable, RowSeal & { key: string }>>;

/** The columns of a row before it has a seal. */
type Unsealed<Table extends SealedTable> = Omit<Tables[Table], "seal">;

/** A statement has a limited number of parameters. */
const batchRows = 500;

type Seals = Pick<StoreContext, "seals">;

/** Returns a complete new row with its seal. */
export function sealed<Table extends SealedTable>(
  { seals }: Seals,
  table: Table,
  row: Unsealed<Table>,
): Unsealed<Table> & { seal: string } {
  return { ...row, seal: isEnded(table, row) ? "" : makeSeal(seals, table, row) };
}

/** Returns a row if it matches its seal or has ended; null, and reports it, if another program changed it. */
export function genuine<Row extends Tables[SealedTable]>(
  { seals }: Seals,
  table: SealedTable,
  row: Row | undefined,
): Row | null {
  if (row === undefined) return null;
  if (isEnded(table, row) || seals.isGenuine(table, valuesOf(table, row), row.seal)) return row;
  seals.report(table, keyOf(table, row));
  return null;
}

/**
 * Changes rows and seals them again. A row that doesn't match its seal stays unchanged: sealing it would make genuine
 * what another program wrote.
 * @param keys primary keys. @param change the new values of some columns; a function if they depend on the row, which
 * returns null to leave it unchanged.
 * @returns the changed rows.
 */
export async function changeSealed<Table extends SealedTable>(
  context: Pick<StoreContext, "seals" | "locksRows">,
  queries: Queries,
  table: Table,
  keys: readonly string[],
  change: Partial<Unsealed<Table>> | ((row: Tables[Table]) => Partial<Unsealed<Table>> | null),
): Promise<Tables[Table][]> {
  const { key } = sealedTables[table];
  // Kysely's types don't follow a table that is a parameter.
  const any = queries as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const name: string = table;
  const changed: Tables[Table][] = [];
  for (let from = 0; from < keys.length; from += batchRows) {
    const found = (await any
      .selectFrom(name)
      .selectAll()
      .where(key, "in", keys.slice(from, from + batchRows))
      .$if(context.locksRows, (rows) => rows.forUpdate())
      .execute()) as Tables[Table][];
    for (const row of found) {
      if (genuine(context, table, row) === null) continue;
      const given = typeof change === "function" ? change(row) : change;
      if (given === null) continue;
      const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const next = sealed(context, table, { ...row, ...columns });
      await any
        .updateTable(name)
        .set({ ...columns, seal: next.seal })
        .where(key, "=", keyOf(table, row))
        .execute();
      changed.push(next as Tables[Table]);
    }
  }
  return changed;
}

function makeSeal<Table extends SealedTable>(seals: RowSeals, table: Table, row: Unsealed<Table>): string {
  return seals.seal(table, valuesOf(table, row));
}

/** Everything that is sealed. Text is taken in the form in which it is stored. */
function valuesOf(table: SealedTable, row: object): SealedValues {
  const { free, ended } = sealedTables[table];
  const open: ReadonlySet<string | null> = new Set(["seal", ended, ...free]);
  const values: Record<string, string | number | null> = {};
  for (const [column, value] of Object.entries(row)) {
    if (!open.has(column)) values[column] = typeof value === "string" ? storableText(value) : value;
  }
  return values;
}

function isEnded(table: SealedTable, row: object): boolean {
  const { ended } = sealedTables[table];
  return ended !== null && (row as Record<string, unknown>)[ended] !== null;
}

function keyOf(table: SealedTable, row: object): string {
  return String((row as Record<string, unknown>)[sealedTables[table].key]);
}
