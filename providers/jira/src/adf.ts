/**
 * Plain text to and from the Atlassian Document Format:
 * https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
 */
import { isRecord } from "@svc/provider-kit/shape";

/** A document, or a node of one. */
export type AdfNode = Readonly<Record<string, unknown>>;

/** The deepest level of nodes that is read from a document. */
const depthMax = 50;
const blocks: ReadonlySet<unknown> = new Set([
  "paragraph",
  "heading",
  "blockquote",
  "codeBlock",
  "panel",
  "bulletList",
  "orderedList",
  "taskList",
  "decisionList",
  "table",
  "rule",
  "expand",
  "mediaSingle",
  "mediaGroup",
]);

/** Converts text to a document: an empty line starts a new paragraph, other line breaks are kept. */
export function toAdf(text: string): AdfNode {
  const paragraphs = normalized(text).split("\n\n");
  return { type: "doc", version: 1, content: paragraphs.map(paragraph) };
}

/** Normalizes text the way a document does: trimmed, with one empty line between paragraphs. */
export function normalized(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n{2,}/g, "\n\n")
    .trim();
}

function paragraph(text: string): AdfNode {
  const content = text
    .split("\n")
    .flatMap((line, at): AdfNode[] => [
      ...(at === 0 ? [] : [{ type: "hardBreak" }]),
      ...(line === "" ? [] : [{ type: "text", text: line }]),
    ]);
  return content.length === 0 ? { type: "paragraph" } : { type: "paragraph", content };
}

/**
 * Returns the text of a document. Marks such as bold are lost; mentions, emojis and cards become the text that they
 * show.
 */
export function textOfAdf(document: unknown): string {
  return textOfNode(document, 0).trim();
}

function textOfNode(node: unknown, depth: number): string {
  if (!isRecord(node) || depth > depthMax) return "";
  const { type, text, content, attrs } = node;
  const shown = isRecord(attrs) ? attrs : {};
  if (type === "text") return typeof text === "string" ? text : "";
  if (type === "hardBreak") return "\n";
  if (type === "rule") return "---";
  if (type === "mention" || type === "emoji" || type === "status" || type === "inlineCard") {
    const label = [shown["text"], shown["shortName"], shown["url"]].find((value) => typeof value === "string");
    return typeof label === "string" ? label : "";
  }
  const children: unknown[] = Array.isArray(content) ? content : [];
  if (type === "bulletList" || type === "orderedList") {
    const mark = (at: number) => (type === "bulletList" ? "-" : `${String(at + 1)}.`);
    return children.map((item, at) => `${mark(at)} ${textOfNode(item, depth + 1)}`).join("\n");
  }
  const areBlocks = children.some((child) => isRecord(child) && blocks.has(child["type"]));
  return children.map((child) => textOfNode(child, depth + 1)).join(areBlocks ? "\n\n" : "");
}
