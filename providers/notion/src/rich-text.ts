/** Conversion of plain text to Notion's rich text and back: https://developers.notion.com/reference/rich-text */
import { ProviderFailure } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The maximum length of one item's text. */
const itemMaxLength = 2000;

/** Splits a text into items of at most the maximum length. */
export function toRichText(text: string): object[] {
  const items: object[] = [];
  let rest = text;
  while (rest !== "") {
    let end = Math.min(rest.length, itemMaxLength);
    // Don't split a surrogate pair.
    if (end < rest.length && /[\uD800-\uDBFF]/.test(rest[end - 1] ?? "")) end -= 1;
    items.push({ type: "text", text: { content: rest.slice(0, end) } });
    rest = rest.slice(end);
  }
  return items;
}

/** Returns the text of items, without formatting. */
export function plainText(items: unknown): string {
  const list: unknown[] = Array.isArray(items) ? items : [];
  return list
    .map((item) => (isRecord(item) && typeof item["plain_text"] === "string" ? item["plain_text"] : ""))
    .join("");
}

/** Splits a text into paragraphs, at empty lines. */
export function toParagraphs(text: string): object[] {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => ({ object: "block", type: "paragraph", paragraph: { rich_text: toRichText(paragraph) } }));
}

/** The maximum number of blocks in a request: https://developers.notion.com/reference/request-limits */
const blocksMax = 100;

/** Splits a text into paragraphs for one request. @throws ProviderFailure `PROVIDER_REJECTED` if it has too many. */
export function paragraphsOf(text: string): object[] {
  const paragraphs = toParagraphs(text);
  if (paragraphs.length <= blocksMax) return paragraphs;
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: `The text has ${String(paragraphs.length)} paragraphs, and Notion takes at most ${String(blocksMax)} at a time. Nothing was sent. Send them in several executions.`,
  });
}
