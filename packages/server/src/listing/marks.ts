/** What tells whether anything in the database was changed. */

/** Two equal marks, and nothing was changed between them by anybody. Null where that cannot be told. */
export type Mark = string | null;

/** What was read, with a mark that is no newer. */
export type Marked<T> = { readonly value: T; readonly mark: Mark };

/** How marks are come by: at once, as on SQLite, or by asking the database, as on PostgreSQL. */
export type ChangeMarks =
  | { readonly kind: "at hand"; now(): Mark }
  | {
      readonly kind: "asked for";
      /** The mark of a moment after this call. @throws StoreError */
      now(): Promise<Mark>;
      /** Reads, and gives the mark under which all was read, if there is one; that costs no asking. */
      reading<T>(read: () => Promise<T>): Promise<Marked<T>>;
    };
