/** Parsers for PostgreSQL's values. */
import { types } from "pg";

const int8Oid = 20;
const byteaOid = 17;

// pg's types list only the OIDs of built-in types, but a result can contain any.
const builtinParserOf = types.getTypeParser as (oid: number, format: "text" | "binary") => unknown;

/** The parser of a type: int8 becomes a number and bytea a Uint8Array; the rest is left to `pg`. */
export function parserOf(oid: number, format?: "text" | "binary"): (value: string | Buffer) => unknown {
  if (oid === int8Oid) return Number;
  // A Uint8Array, as from SQLite, not a Buffer.
  if (oid === byteaOid) return (value) => new Uint8Array(Buffer.from(String(value).slice(2), "hex"));
  const parser = builtinParserOf(oid, format ?? "text");
  return parser as (value: string | Buffer) => unknown;
}

/** The parsers in the form that `pg` accepts. */
export const parsers = { getTypeParser: parserOf };
