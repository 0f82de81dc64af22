/** The tables of types in docs/audit.md and docs/webhooks.md. */
import { eventKinds, type EventAuthor, type EventKind } from "@svc/contract";
import { journalTypes } from "../../packages/server/src/domain/journal/types.ts";

const [begin, end] = ["<!-- types: npm run generate -->", "<!-- /types -->"];

const actors: Readonly<Record<EventAuthor, string>> = {
  key: "`key:<public id>`",
  token: "`token:<id>`",
  operator: "`operator`",
  console: "`operator:<token id>`",
  end_user: "`end_user`",
  system: "`system`",
};

/** Returns a page of the audit trail with the current table. @throws Error if the page has no place for it. */
export function withTrailTable(page: string): string {
  const rows = bySubject(journalTypes).map(([name, { when, by }]) => [
    `\`${name}\``,
    when,
    by.map((author) => actors[author]).join(", "),
  ]);
  return withTable(page, "docs/audit.md", ["Type", "Recorded when", "Who (`actor`)"], rows);
}

/** The same for the page of events and webhooks. */
export function withEventTable(page: string): string {
  const rows = Object.entries(eventKinds).map(([name, { when }]) => [`\`${name}\``, when]);
  return withTable(page, "docs/webhooks.md", ["Type", "When"], rows);
}

/** Puts together what is about the same: the first word of a name. */
function bySubject(kinds: Readonly<Record<string, EventKind>>): readonly (readonly [string, EventKind])[] {
  const groups = Object.groupBy(Object.entries(kinds), ([name]) => name.split(/[._]/, 1).join());
  return Object.values(groups).flatMap((group = []) => group);
}

function withTable(page: string, path: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${path} needs ${begin} and ${end} around its table of types.`);
  const lines = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${page.slice(0, from)}${begin}\n\n${lines.join("\n")}\n\n${page.slice(to)}`;
}
