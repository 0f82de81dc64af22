/**
 * The schema builder for strings limited in bytes. It's in its own file because validators load the keyword without
 * TypeBox.
 */
import { Type, type TString, type TStringOptions } from "typebox";
import { maxBytesKeyword } from "./keywords.ts";

/** Builds a schema for a string limited in bytes of UTF-8. */
export function maxBytes(bytesMax: number, options: TStringOptions = {}): TString {
  return Type.String({ ...options, [maxBytesKeyword]: bytesMax });
}
