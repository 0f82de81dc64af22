/**
 * Seals of database rows that grant something. A seal is a keyed hash over everything that a row claims about rights,
 * which only a server with the vault's keys can make. A row whose values don't match its seal is treated as missing, so
 * someone who can write to the database can't widen what a key or a token may do.
 */
import type { KeyedHashes } from "./port.ts";

/** The value of a column, in the form in which it is stored. */
export type StoredValue = string | number | null;

/** The values that a seal covers, by column. */
export type SealedValues = Readonly<Record<string, StoredValue>>;

/** Makes and checks seals. */
export type RowSeals = {
  /** Returns the seal of a row. @param table the row's table, so that no seal fits a row of another. */
  seal(table: string, values: SealedValues): string;
  /** Whether a seal was made for exactly these values, in constant time. */
  isGenuine(table: string, values: SealedValues, seal: string): boolean;
  /** Reports a row that was used and whose seal doesn't match. */
  report(table: string, id: string): void;
};

/** Called for each use of an altered row. @param isFirst whether this process hasn't reported the row yet. */
export type OnAlteredRow = (table: string, id: string, isFirst: boolean) => void;

/** Seals whose key becomes available only once the database, in which it is stored, is open. */
export type RowSealer = RowSeals & {
  unlock(hashes: Pick<KeyedHashes, "hash" | "verify">): void;
  /** Replaces the listener. */
  listen(onAltered: OnAlteredRow): void;
};

/** How many altered rows are remembered as reported. */
const reportedMax = 1000;

/** Creates seals that can't be used until they are unlocked. */
export function createRowSeals(): RowSealer {
  let unlocked: Pick<KeyedHashes, "hash" | "verify"> | null = null;
  let onAltered: OnAlteredRow = () => undefined;
  const reported = new Set<string>();
  const keyed = (): Pick<KeyedHashes, "hash" | "verify"> => {
    if (unlocked === null) throw new Error("A sealed row was used before the vault was open.");
    return unlocked;
  };
  return {
    unlock: (hashes) => void (unlocked = hashes),
    listen: (listener) => void (onAltered = listener),
    seal: (table, values) => keyed().hash("row", canonical(table, values)),
    isGenuine: (table, values, seal) => keyed().verify("row", canonical(table, values), seal),
    report(table, id) {
      const row = `${table} ${id}`;
      const isFirst = !reported.has(row);
      if (reported.size >= reportedMax) reported.clear();
      reported.add(row);
      onAltered(table, id, isFirst);
    },
  };
}

/** Columns in the order of their names, each with its type: the text 1, the number 1 and NULL are different values. */
function canonical(table: string, values: SealedValues): string[] {
  const columns = Object.keys(values).toSorted();
  return [table, ...columns.flatMap((column) => [column, typed(values[column])])];
}

function typed(value: StoredValue | undefined): string {
  if (value === undefined) throw new Error("A column of a sealed row has no value.");
  if (value === null) return "null";
  return typeof value === "number" ? `number ${String(value)}` : `text ${value}`;
}
