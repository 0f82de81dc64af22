/**
 * Pages of listings, newest first, and the cursors between them. A cursor names the position after a row and is
 * authenticated, so an altered cursor, or one from another listing, filter or client, is rejected. It contains nothing
 * secret: only a time and an id that the caller has already seen.
 */
import { ServiceError } from "@svc/contract";

/** A request for a page. */
export type PageQuery = { limit: number; cursor?: string | undefined };

/** Where a page starts: after the row with this time and id; null for the first page. */
export type PageAfter = { createdAt: number; id: string } | null;

/** One page. `more`: rows follow it. */
export type Page<Row> = { rows: Row[]; more: boolean };

/** The part of the vault's keyed hashes that cursors need. */
export type CursorHash = {
  hash(purpose: "cursor", data: string): string;
  verify(purpose: "cursor", data: string, hash: string): boolean;
};

/** The listing that a cursor belongs to. `filters` are in a fixed order, null for a filter that is not set. */
export type ListingScope = {
  listing: string;
  clientId: string;
  tenantId: string;
  filters: readonly (string | null)[];
};

/** Reads and writes cursors. */
export type Cursors = {
  /**
   * Returns the position that a caller's cursor names; null for the first page.
   * @throws ServiceError INVALID_REQUEST for a cursor that this listing did not issue.
   */
  read(scope: ListingScope, cursor: string | undefined): PageAfter;
  /** Returns the cursor after a page's last row; null on the last page. */
  next(scope: ListingScope, page: Page<{ createdAt: number; id: string }>): string | null;
  /** Returns the cursor for a position. */
  at(scope: ListingScope, position: Position): string;
};

/** The row that a page starts after. */
type Position = { createdAt: number; id: string };

const cursorLengthMax = 1024;

/** @param hash the vault's keyed hashes. */
export function createCursors(hash: CursorHash): Cursors {
  const cursorAt: Cursors["at"] = (scope, position) => {
    const text = JSON.stringify([position.createdAt, position.id, hash.hash("cursor", signed(scope, position))]);
    return Buffer.from(text, "utf8").toString("base64url");
  };
  return {
    at: cursorAt,
    read(scope, cursor) {
      if (cursor === undefined) return null;
      const position = cursor.length <= cursorLengthMax ? parse(cursor) : null;
      if (position === null || !hash.verify("cursor", signed(scope, position), position.hash)) throw refusal();
      return { createdAt: position.createdAt, id: position.id };
    },
    next(scope, page) {
      const last = page.rows.at(-1);
      return page.more && last !== undefined ? cursorAt(scope, last) : null;
    },
  };
}

function signed(scope: ListingScope, { createdAt, id }: Position): string {
  return JSON.stringify([scope.listing, scope.clientId, scope.tenantId, scope.filters, createdAt, id]);
}

function parse(cursor: string): (Position & { hash: string }) | null {
  const bytes = Buffer.from(cursor, "base64url");
  // Decoding ignores foreign characters and spare bits, so accept only the canonical text.
  if (bytes.toString("base64url") !== cursor) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if (!Array.isArray(value) || value.length !== 3) return null;
    const [createdAt, id, hash] = value as unknown[];
    if (typeof createdAt !== "number" || typeof id !== "string" || typeof hash !== "string") return null;
    return { createdAt, id, hash };
  } catch {
    return null;
  }
}

function refusal(): ServiceError {
  return new ServiceError("INVALID_REQUEST", {
    detail: "This listing did not issue the cursor. List from the beginning, with the same filters for each page.",
    errors: [{ pointer: "/cursor", keyword: "cursor", message: "Must be `nextCursor` of this listing." }],
  });
}
