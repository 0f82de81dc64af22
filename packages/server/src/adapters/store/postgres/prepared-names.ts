/**
 * Whether statements are sent under names, by which PostgreSQL keeps them prepared. A transaction pooler that doesn't
 * track prepared statements moves sessions between servers that don't know each other's names. Statements without a
 * name work there as well, and are parsed each time.
 */
import type { StoreNotice } from "../../../domain/database/port.ts";
import { isUnprepared } from "../errors.ts";
import { faultOf } from "../faults.ts";

/** The decision for one pool of connections. */
export type PreparedNames = {
  /** False once a pooler was found to lose prepared statements. It stays false. */
  areUsed(): boolean;
  /** Looks at a statement's error for such a pooler. */
  look(error: unknown): void;
  /** Calls the listener once, when names are given up; at once if they already were. */
  listen(listener: (notice: StoreNotice) => void): void;
};

/** Creates one that uses names. */
export function createPreparedNames(): PreparedNames {
  let notice: StoreNotice | null = null;
  let listener: (notice: StoreNotice) => void = () => undefined;
  return {
    areUsed: () => notice === null,
    look(error) {
      if (notice !== null || !isUnprepared(error)) return;
      const { code } = error;
      const fault = faultOf(code);
      notice = {
        level: "warn",
        message: `${fault?.what} (${code}), so statements are parsed each time, which is slower; ${fault?.remedy}`,
      };
      listener(notice);
    },
    listen(added) {
      listener = added;
      if (notice !== null) listener(notice);
    },
  };
}
