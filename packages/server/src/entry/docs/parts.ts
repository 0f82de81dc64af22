/**
 * Parts of the documentation's pages: headings' anchors, samples of code, which the site shows as tabs and GitHub below
 * each other, and a content security policy inside a page.
 */
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

/** Returns a heading's anchor: lower case, words joined with hyphens, everything else dropped, as on GitHub. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

/** Creates the anchors of one page: a repeated heading gets a number, as on GitHub. */
export function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const anchor = toAnchor(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

/**
 * Returns a policy as a tag in the page itself, for hosts that serve it without the header. Browsers ignore
 * `frame-ancestors` there.
 */
export function policyTag(policy: string): string {
  const directives = policy.split("; ").filter((directive) => !directive.startsWith("frame-ancestors"));
  return `<meta http-equiv="Content-Security-Policy" content="${directives.join("; ")}">`;
}
