/** The tables of types in docs/audit.md and docs/webhooks.md. */
import { journalTypes, type Author, type JournalType } from "../../packages/server/src/domain/journal/types.ts";

const [begin, end] = ["<!-- types: npm run generate -->", "<!-- /types -->"];

const actors: Readonly<Record<Author, string>> = {
  key: "`key:<public id>`",
  token: "`token:<id>`",
  operator: "`operator`",
  console: "`operator:<token id>`",
  end_user: "`end_user`",
  system: "`system`",
};

type Named = JournalType & { name: string };

const types: readonly Named[] = Object.entries(journalTypes).map(([name, type]) => ({ name, ...type }));

/** Returns the page of the audit trail with the current table. @throws Error if the page has no place for it. */
export function withTrailTable(page: string): string {
  const rows = types.map(({ name, when, by }) => [`\`${name}\``, when, by.map((author) => actors[author]).join(", ")]);
  return withTable(page, "docs/audit.md", ["Type", "Recorded when", "Who (`actor`)"], rows);
}

/** The same for the page of events and webhooks. */
export function withEventTable(page: string): string {
  const rows = types.filter(({ seenBy }) => seenBy !== "trail").map(({ name, when }) => [`\`${name}\``, when]);
  return withTable(page, "docs/webhooks.md", ["Type", "When"], rows);
}

function withTable(page: string, path: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${path} needs ${begin} and ${end} around its table of types.`);
  const lines = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${page.slice(0, from)}${begin}\n\n${lines.join("\n")}\n\n${page.slice(to)}`;
}
