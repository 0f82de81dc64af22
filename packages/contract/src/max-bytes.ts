/** The schema builder for strings limited in bytes; apart from the keyword, which validators load without TypeBox. */
import { Type, type TString, type TStringOptions } from "typebox";
import { maxBytesKeyword } from "./keywords.ts";

/** A string schema limited in bytes of UTF-8. */
export function maxBytes(bytesMax: number, options: TStringOptions = {}): TString {
  return Type.String({ ...options, [maxBytesKeyword]: bytesMax });
}
