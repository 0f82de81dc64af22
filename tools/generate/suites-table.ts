/** The table of test commands in CONTRIBUTING.md. */
import { needsOf, suites } from "../test-run/suites.ts";

const [begin, end] = ["<!-- suites: npm run generate -->", "<!-- /suites -->"];

/** Returns the page with the current table. @throws Error if the page has no place for it. */
export function withSuitesTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`CONTRIBUTING.md needs ${begin} and ${end} around its table of tests.`);
  const rows = suites.map((suite) => `| \`${suite.command}\` | ${suite.does} | ${needsOf(suite)} |`);
  const table = ["| Command | Does | Needs, beyond `npm ci` |", "| --- | --- | --- |", ...rows].join("\n");
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}
