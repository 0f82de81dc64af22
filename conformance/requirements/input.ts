/** Promises about malformed requests. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §1.3"): Requirement => ({ id, source, text });

/** Promises about malformed requests. */
export const requirements: readonly Requirement[] = [
  of("input.json", "A body that is not well-formed JSON, in UTF-8, is 400 INVALID_REQUEST."),
  of("input.hidden", "Duplicate keys, __proto__, NUL and lone surrogates are refused anywhere in the body."),
  of("input.depth", "A body that nests too deeply, or has too many fields or values, is refused."),
  of("input.size", "A body over 400 KiB is 413 PAYLOAD_TOO_LARGE."),
  of("input.content-type", "A body of another content type is 400."),
  of("input.fields", "Wrong types, missing and unknown fields are refused, and errors say where."),
  of("input.names", "A name without visible characters, or with characters that hide or reorder text, is refused."),
  of("input.action", "Faults of an action's input are 422 INPUT_INVALID."),
  of("input.query", "Unknown, repeated and invalid query parameters are 400."),
  of("input.bodiless", "An operation without a documented body needs none, and ignores any."),
  of("input.http", "Malformed HTTP is refused without affecting other callers."),
  of("input.nothing-changed", "Refused input changes no record."),
  of("input.cost", "No body blocks other callers: work takes at most 100 ms at a stretch.", "contract §1.9"),
  of("input.fuzz", "No request generated from the API description is answered with a 500."),
];
