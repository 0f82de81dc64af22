/** The custom schema keywords, for the server, the SDK and the CLI. */
import { isVisible } from "./names.ts";

/** Keyword: the maximum size of a string in bytes of UTF-8. */
export const maxBytesKeyword = "x-maxBytes";
/** The largest `x-maxBytes` of an action's input: 64 KiB. The limit for request bodies follows from it. */
export const maxBytesMost = 65_536;
/** Keyword: the text is displayed, so it must be visible and must not hide or reorder the text next to it. */
export const visibleKeyword = "x-visible";
/** Keyword: the field contains a secret. */
export const sensitiveKeyword = "x-sensitive";
/** Keyword: the field contains what a person writes, which only the person who decides about the call sees. */
export const contentKeyword = "x-content";
/** The marks of fields that are kept out of records. */
export const unrecordedKeywords = [sensitiveKeyword, contentKeyword] as const;
/**
 * Keyword: the field may be stored even though the output as a whole is sensitive; `"count"` stores an array's length.
 */
export const summaryKeyword = "x-summary";

/** A keyword as a validator needs it; `validate` returns true for a valid value. */
export interface KeywordDefinition {
  readonly keyword: string;
  /** JSON types of the values that it checks; absent for a mark that checks nothing. */
  readonly type?: "string";
  /** JSON types of the keyword's own value. */
  readonly schemaType: readonly ("number" | "boolean" | "string")[];
  readonly validate?: (keywordValue: unknown, text: string) => boolean;
}

/** All custom keywords, for a validator that rejects unknown ones. */
export const keywordDefinitions: readonly KeywordDefinition[] = [
  {
    keyword: maxBytesKeyword,
    type: "string",
    schemaType: ["number"],
    validate: (limit, text) => typeof limit !== "number" || fitsBytes(text, limit),
  },
  {
    keyword: visibleKeyword,
    type: "string",
    schemaType: ["boolean"],
    validate: (isWanted, text) => isWanted !== true || isVisible(text),
  },
  ...unrecordedKeywords.map((keyword) => ({ keyword, schemaType: ["boolean"] as const })),
  { keyword: summaryKeyword, schemaType: ["boolean", "string"] },
];

/** Returns the size of a text in bytes of UTF-8. A lone surrogate counts as three, like the replacement character. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isPairAt(text, index, unit)) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

/** Whether the text has at most this many bytes in UTF-8. Doesn't count the bytes unless it has to. */
export function fitsBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return false;
  return text.length * 3 <= bytesMax || utf8Bytes(text) <= bytesMax;
}

function isPairAt(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
