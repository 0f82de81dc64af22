/**
 * Says what a newer description changed for our actions: the difference between two digests, or two lists of pins.
 * Pure.
 */
import { usedBy } from "./digest-files.ts";

/** A provider's digests before and after; empty if there was none. */
export type DigestPair = { readonly slug: string; readonly before: string; readonly after: string };

/** The pinned versions of packages, by name. */
export type Pins = Readonly<Record<string, string>>;

/** The whole report: packages with other versions, then each provider whose digest is another one. */
export function changesText(pins: { before: Pins; after: Pins }, digests: readonly DigestPair[]): string {
  const names = [...new Set([...Object.keys(pins.before), ...Object.keys(pins.after)])].toSorted();
  const versions = names.flatMap((name) => {
    const [before, after] = [pins.before[name] ?? "none", pins.after[name] ?? "none"];
    return before === after ? [] : [`${name}: ${before} → ${after}`];
  });
  const changed = digests.map(digestChanges).filter((text) => text !== "");
  const used = changed.length === 0 ? ["The vendors changed nothing that our actions use."] : changed;
  return [...(versions.length === 0 ? [] : [versions.join("\n")]), ...used].join("\n\n");
}

/** What changed in one provider's digest, each line under its operation; empty if nothing did besides the version. */
function digestChanges({ slug, before, after }: DigestPair): string {
  const [old, now] = [operationsIn(before), operationsIn(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  const lines = names.flatMap((name) => {
    const [oldOne, newOne] = [old.get(name), now.get(name)];
    const gone = difference(oldOne?.lines, newOne?.lines);
    const added = difference(newOne?.lines, oldOne?.lines);
    if (oldOne !== undefined && newOne !== undefined && gone.length + added.length === 0) return [];
    const what = oldOne === undefined ? " is new" : newOne === undefined ? " is gone" : "";
    const actions = (newOne ?? oldOne)?.actions ?? "";
    return [
      `  ${name}${what} (${actions})`,
      ...gone.map((one) => `    - ${one}`),
      ...added.map((one) => `    + ${one}`),
    ];
  });
  return lines.length === 0 ? "" : [slug, ...lines].join("\n");
}

type Operations = ReadonlyMap<string, { readonly actions: string; readonly lines: ReadonlySet<string> }>;

/** The operations of a digest, with the actions that use each and what it says. */
function operationsIn(digest: string): Operations {
  const operations = new Map<string, { actions: string; lines: Set<string> }>();
  let lines = new Set<string>();
  for (const line of digest.split("\n")) {
    if (line.startsWith(" ")) lines.add(line.trim());
    else if (line.includes(usedBy)) {
      const [name = "", actions = ""] = line.split(usedBy, 2);
      operations.set(name, { actions: actions.replaceAll(" ", ", "), lines: (lines = new Set()) });
    }
  }
  return operations;
}

function difference(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): string[] {
  return [...one].filter((line) => !other.has(line));
}
