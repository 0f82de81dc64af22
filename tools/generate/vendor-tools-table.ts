/** The table of vendors' tools in packages/mcp-provider. */
import { readRecord, type RecordedServer } from "../../packages/mcp-provider/test/vendor-tools.ts";

const [begin, end] = ["<!-- vendors' tools: npm run generate -->", "<!-- /vendors' tools -->"];

/** Returns the page with the current table. @throws Error if the page has no place for it. */
export function withVendorToolsTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The page needs ${begin} and ${end} around its vendors' tools.`);
  const { recordedOn, servers } = readRecord();
  const head = [
    `Recorded on ${recordedOn}, from the packages themselves:`,
    "",
    "| Server | Package | Tools | Read | Write | Destructive | With optional parts left out | Refused, and why |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
  ];
  const table = [...head, ...servers.map(rowOf)].join("\n");
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}

function rowOf({ vendor, package: name, version, tools }: RecordedServer): string {
  const usable = tools.filter(({ refused }) => refused === null);
  const counts = ["read", "write", "destructive"].map(
    (effect) => usable.filter((tool) => tool.effect === effect).length,
  );
  const partial = usable.filter(({ leftOut }) => leftOut > 0).length;
  const cells = [vendor, `${name} ${version}`, tools.length, ...counts, partial, refusalsOf(tools)];
  return `| ${cells.join(" | ")} |`;
}

/** The reasons, each with the number of tools that have it. */
function refusalsOf(tools: RecordedServer["tools"]): string {
  const reasons = tools.flatMap(({ refused }) => {
    const [side = "", , reason = ""] = (refused ?? "").split(": ");
    return refused === null ? [] : [`${side}: ${reason.replace(/\.$/, "")}`];
  });
  const counted = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => `${length} × ${reason}`);
  return counted.length === 0 ? "0" : `${reasons.length}: ${counted.join("; ")}`;
}
