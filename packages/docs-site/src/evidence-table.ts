/** The table of how a lost response of each changing action is settled, from the catalog. */
import type { Provider } from "@svc/provider-kit";
import { toAnchor } from "@svc/server/reference";

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
