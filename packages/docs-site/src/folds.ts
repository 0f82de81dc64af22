/** Long pages folded by task: each section is a line that opens. The Markdown that agents get stays whole. */
import type { MarkdownRenderer } from "vitepress";

/** The pages that people consult rather than read, by path. */
const folded = /^\/docs\/(?:self-hosting|before-you-go-live|cli|svc-server|providers\/.+)$/;

/**
 * Returns a page with its tasks folded: the sections of the third level, and those of the second that have none. A
 * provider's page folds each action with its input and output. Other pages stay as they are.
 */
export function withFolds(path: string, markdown: string): string {
  if (!folded.test(path)) return markdown;
  const isProvider = path.startsWith("/docs/providers/");
  const [head = "", ...sections] = splitAt(2, markdown);
  return [head, ...sections.map((section) => (isProvider ? fold(section) : foldTasks(section)))].join("");
}

function foldTasks(section: string): string {
  const [head = "", ...tasks] = splitAt(3, section);
  return tasks.length === 0 ? fold(head) : [head, ...tasks.map(fold)].join("");
}

/** Splits before the headings of a level, which don't begin in code. */
function splitAt(level: 2 | 3, markdown: string): string[] {
  const heading = "#".repeat(level) + " ";
  const parts: string[] = [""];
  let isCode = false;
  for (const line of markdown.split(/(?<=\n)/)) {
    if (line.startsWith("```")) isCode = !isCode;
    if (!isCode && line.startsWith(heading)) parts.push("");
    parts[parts.length - 1] += line;
  }
  return parts;
}

const [summaryStart, summaryEnd] = ["<summary>\n\n", "\n\n</summary>"];

function fold(section: string): string {
  const end = section.indexOf("\n");
  const [heading, text] = [section.slice(0, end), section.slice(end).trim()];
  return `<details class="fold">\n${summaryStart}${heading}${summaryEnd}\n\n${text}\n\n</details>\n\n`;
}

/**
 * Renders the headings of folds without a link to themselves: a line that opens can't contain one, for assistive technology.
 * @param markdown VitePress's renderer, which is changed.
 */
export function renderPlainSummaries({ core }: MarkdownRenderer): void {
  core.ruler.push("plain-summaries", ({ tokens }) => {
    for (const [index, { type, attrs, children }] of tokens.entries()) {
      const before = tokens[index - 1];
      if (type === "heading_open" && before?.content.includes("<summary>") === true) {
        tokens[index]?.attrs?.splice(0, attrs?.length ?? 0, ...(attrs ?? []).filter(([name]) => name === "id"));
      }
      if (type !== "inline" || tokens[index - 2]?.content.includes("<summary>") !== true) continue;
      const link = children?.findIndex((child) => child.attrGet("class") === "header-anchor") ?? -1;
      if (link >= 0) children?.splice(link);
    }
  });
}

/** A page's source for the search, which finds sections by the links in their headings. */
export function withoutFolds(source: string): string {
  return source.replaceAll(`<details class="fold">\n${summaryStart}`, "").replaceAll(summaryEnd, "");
}
