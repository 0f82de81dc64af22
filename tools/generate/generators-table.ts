/** The table of generators in docs/other-languages.md. */
import { generators } from "../../conformance/languages/generators.ts";

const [begin, end] = ["<!-- generators: npm run generate -->", "<!-- /generators -->"];

/** Returns the page with the current table. @throws Error if the page has no place for it. */
export function withGeneratorsTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/other-languages.md needs ${begin} and ${end} around its table.`);
  const rows = generators().map(
    ({ name, version, writes, runs }) => `| ${name} | ${version.replace(/^v/, "")} | ${writes} | ${runs ?? ""} |`,
  );
  const head = ["| Generator | Version | Writes | A program runs the main flow |", "| --- | --- | --- | --- |"];
  return `${page.slice(0, from)}${begin}\n\n${[...head, ...rows].join("\n")}\n\n${page.slice(to)}`;
}
