/** The table of how each changing action's lost answer is settled, from the catalog. */
import type { Provider } from "@svc/provider-kit";
import { toAnchor } from "@svc/server/reference";

const begin = "<!-- evidence -->";
const end = "<!-- /evidence -->";

/**
 * Returns a page's text with the table between its two comments.
 * @throws Error if the page has no place for it.
 */
export function withEvidenceTable(text: string, providers: readonly Provider[]): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no place between ${begin} and ${end}.`);
  return `${text.slice(0, from + begin.length)}\n\n${evidenceTable(providers)}\n\n${text.slice(to)}`;
}

/** Returns the table in Markdown: a row for each action that changes something. */
export function evidenceTable(providers: readonly Provider[]): string {
  const rows = providers.flatMap(({ slug, actions }) =>
    actions
      .filter(({ effect }) => effect !== "read")
      .map(({ id, evidence }) => {
        const needs = (evidence?.needs ?? []).map((need) => `\`${need}\``).join(", ");
        const quiet = evidence === null ? "–" : durationText(evidence.quietSeconds);
        const page = `reference/providers/${slug}.md#${toAnchor(id)}`;
        return `| [\`${slug}/${id}\`](${page}) | ${evidence?.strength ?? "none"} | ${needs === "" ? "–" : needs} | ${quiet} |`;
      }),
  );
  return ["| Action | Evidence | Needs | Quiet time |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function durationText(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
