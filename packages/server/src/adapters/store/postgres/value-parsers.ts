/** Parsers for PostgreSQL's values. */
import { types } from "pg";

const int8Oid = 20;
const byteaOid = 17;

// pg's types list only the OIDs of built-in types, but a result can contain any.
const builtinParserOf = types.getTypeParser as (oid: number, format: "text" | "binary") => unknown;

/** The parser of a type: int8 becomes a number and bytea a Uint8Array; the rest is left to `pg`. */
export function parserOf(oid: number, format?: "text" | "binary"): (value: string | Buffer) => unknown {
  if (oid === int8Oid) return Number;
  const parser = builtinParserOf(oid, format ?? "text") as (value: string | Buffer) => unknown;
  // A Uint8Array, as from SQLite, not a Buffer. `pg` reads both values of bytea_output, which can change at any time.
  if (oid === byteaOid) return (value) => Uint8Array.from(parser(value) as Buffer);
  return parser;
}

/** The parsers in the form that `pg` accepts. */
export const parsers = { getTypeParser: parserOf };
