/** How PostgreSQL's values are read. */
import { types } from "pg";

const int8Oid = 20;
const byteaOid = 17;

// The types of pg know the built-in numbers of types only; any number may come.
const builtinParserOf = types.getTypeParser as (oid: number, format: "text" | "binary") => unknown;

/** Reads a value of a type: int8 as a number, bytes as plain bytes, the rest as `pg` does. */
export function parserOf(oid: number, format?: "text" | "binary"): (value: string | Buffer) => unknown {
  if (oid === int8Oid) return Number;
  // Plain bytes, as SQLite gives them, not a Buffer.
  if (oid === byteaOid) return (value) => new Uint8Array(Buffer.from(String(value).slice(2), "hex"));
  const parser = builtinParserOf(oid, format ?? "text");
  return parser as (value: string | Buffer) => unknown;
}

/** The same, as a client of `pg` takes it. */
export const parsers = { getTypeParser: parserOf };
