/** The keywords of ours that schemas carry, and what they mean. Server, SDK and CLI read them from here. */
import { isVisible } from "./names.ts";

/** Keyword: the most bytes of UTF-8 that a string may have. */
export const maxBytesKeyword = "x-maxBytes";
/** Keyword: the text is one that people are shown, so it may not be blank, hide something or turn what is beside it. */
export const visibleKeyword = "x-visible";
/** Keyword: the field holds a secret. */
export const sensitiveKeyword = "x-sensitive";
/** Keyword: the field may be kept where the output as a whole is sensitive; `"count"` keeps the length of an array. */
export const summaryKeyword = "x-summary";

/** A keyword as a validator has to know it; `validate` gives true where the value is in order. */
export interface KeywordDefinition {
  readonly keyword: string;
  /** JSON types of values that it judges; absent for a mark that judges none. */
  readonly type?: "string";
  /** JSON types that the keyword's own value may have. */
  readonly schemaType: readonly ("number" | "boolean" | "string")[];
  readonly validate?: (keywordValue: unknown, text: string) => boolean;
}

/** All keywords of ours, for a validator that refuses keywords it does not know. */
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
  { keyword: sensitiveKeyword, schemaType: ["boolean"] },
  { keyword: summaryKeyword, schemaType: ["boolean", "string"] },
];

/** The bytes that a text has in UTF-8. A lone surrogate counts as three, as the replacement character would. */
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

/** Whether the text has at most so many bytes in UTF-8; looks at no more of it than it has to. */
export function fitsBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return false;
  return text.length * 3 <= bytesMax || utf8Bytes(text) <= bytesMax;
}

function isPairAt(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
