/** The operations of a description: their list for a person, and those that the person chose. */
import { closestName } from "@svc/contract/terminal";
import { describedOperations } from "./described.ts";
import type { Described } from "./described.ts";
import { DescriptionError, oneLine, quoted, textIn } from "./description.ts";
import type { Description } from "./description.ts";
import { actionIdsOf } from "./operation-names.ts";

/** A chosen operation, and the id of its action. */
export interface Chosen {
  readonly described: Described;
  readonly actionId: string;
}

/** The operations as a table: one per line, with the id that its action would get. */
export function listOperations(description: Description): string {
  const all = describedOperations(description);
  const ids = actionIdsOf(all);
  const rows = all.map((one) => [
    one.key,
    ids.get(one.key) ?? "-",
    one.method,
    one.template,
    oneLine(textIn(one.node["summary"]) ?? textIn(one.node["description"]) ?? "", 100),
  ]);
  const table = [["OPERATION", "ACTION", "METHOD", "PATH", "SUMMARY"], ...rows];
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/**
 * The operations that a list names: `listPets,createPet=pets.add,emails/*`. Each `*` stands for any text, and `=` gives
 * one operation's action its id.
 * @throws DescriptionError if it names none, or one that isn't there.
 */
export function chooseOperations(description: Description, list: string): Chosen[] {
  const all = describedOperations(description);
  const ids = actionIdsOf(all);
  const entries = list.split(",").flatMap((entry) => (entry.trim() === "" ? [] : [entry.trim()]));
  const chosen = entries.flatMap((entry) => {
    const at = entry.lastIndexOf("=");
    const [name, given] = at < 0 ? [entry, undefined] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    return operationsNamed(all, name).map((described) => ({
      described,
      actionId: given ?? ids.get(described.key) ?? "",
    }));
  });
  if (chosen.length === 0) {
    throw new DescriptionError("Name at least one operation; without --operations, all of them are listed.");
  }
  return [...new Map(chosen.map((one) => [`${one.described.key} ${one.actionId}`, one])).values()];
}

function operationsNamed(all: readonly Described[], name: string): Described[] {
  const pattern = new RegExp(`^${name.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&").replaceAll("*", ".*")}$`, "i");
  const keys = (one: Described): string[] => [one.key, `${one.method} ${one.template}`];
  const exact = all.filter((one) => keys(one).includes(name));
  const found = exact.length > 0 ? exact : all.filter((one) => keys(one).some((key) => pattern.test(key)));
  if (found.length > 0) return found;
  const meant =
    closestName(
      name,
      all.map(({ key }) => key),
    ) ?? partOf(all, name);
  throw new DescriptionError(
    `The description has no operation ${quoted(name)}.${meant === null ? "" : ` Did you mean ${quoted(meant)}?`} Without --operations, all of them are listed.`,
  );
}

/** The first operation whose id contains the name, apart from what separates its words. */
function partOf(all: readonly Described[], name: string): string | null {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return all.find(({ key }) => plain(key).includes(plain(name)))?.key ?? null;
}
