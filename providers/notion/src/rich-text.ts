/** Plain text to and from Notion's rich text: https://developers.notion.com/reference/rich-text */
import { isRecord } from "@svc/provider-kit/shape";

/** The longest text of one item. */
const itemMaxLength = 2000;

/** A text as items, none of them too long. */
export function toRichText(text: string): object[] {
  const items: object[] = [];
  let rest = text;
  while (rest !== "") {
    let end = Math.min(rest.length, itemMaxLength);
    // No surrogate pair is cut in two.
    if (end < rest.length && /[\uD800-\uDBFF]/.test(rest[end - 1] ?? "")) end -= 1;
    items.push({ type: "text", text: { content: rest.slice(0, end) } });
    rest = rest.slice(end);
  }
  return items;
}

/** The text of items, without their style. */
export function plainText(items: unknown): string {
  const list: unknown[] = Array.isArray(items) ? items : [];
  return list
    .map((item) => (isRecord(item) && typeof item["plain_text"] === "string" ? item["plain_text"] : ""))
    .join("");
}

/** A text as paragraphs: an empty line begins another one. */
export function toParagraphs(text: string): object[] {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => ({ object: "block", type: "paragraph", paragraph: { rich_text: toRichText(paragraph) } }));
}
