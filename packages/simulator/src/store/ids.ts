/** Sources of ids for new resources. Pass a caller's own id to `Collection.create` instead. */
import { createHash } from "node:crypto";

/** A source of ids. It skips ids that are taken, and never returns one twice before `clear`. */
export interface Ids<Id> {
  /** @param parents the path of the collection that the id is for */
  next(isTaken: (id: Id) => boolean, parents: string): Id;
  /** Restarts the sequence. */
  clear(): void;
}

/** Counts up from `from` (default 1), globally or separately below each parent. */
export function counter({ from = 1, perParent = false } = {}): Ids<number> {
  return counted((number) => number, { from, perParent });
}

/** A prefix and a counter, such as `cus_000001`. */
export function prefixed(prefix: string, digits = 6): Ids<string> {
  return counted((number) => prefix + String(number).padStart(digits, "0"), { from: 1, perParent: false });
}

/** UUIDs that look like version 4 and are the same in every process. `name` distinguishes sources. */
export function uuids(name: string): Ids<string> {
  return counted((number) => uuidOf(`${name} ${number}`), { from: 1, perParent: false });
}

/** The UUID for a name: repeatable, not secret. */
export function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

function counted<Id>(format: (number: number) => Id, options: { from: number; perParent: boolean }): Ids<Id> {
  const next = new Map<string, number>();
  return {
    next(isTaken, parents) {
      const key = options.perParent ? parents : "";
      let number = next.get(key) ?? options.from;
      while (isTaken(format(number))) number += 1;
      next.set(key, number + 1);
      return format(number);
    },
    clear: () => next.clear(),
  };
}
