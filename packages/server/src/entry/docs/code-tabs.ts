/** Samples of code as Markdown. The site shows them as tabs, and GitHub below each other. */
import type { CodeSample } from "@svc/contract";

/** Returns the samples' blocks; a single one needs no label. */
export function codeTabs(samples: readonly CodeSample[]): string[] {
  const isSingle = samples.length === 1;
  const blocks = samples.flatMap(({ language, label, code }) => [
    isSingle ? `\`\`\`${language}` : `\`\`\`${language} [${label}]`,
    code,
    "```",
    "",
  ]);
  return isSingle ? blocks : ["<!-- code-group -->", "", ...blocks, "<!-- /code-group -->", ""];
}
