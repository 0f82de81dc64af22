/** The committed digests, as files. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "digests");

/** Between an operation and the actions that call it. */
export const usedBy = " ← ";

/** In place of an operation, for what all of them have in common. */
export const ofAll = "all operations";

/** Where a provider's digest is. */
export function digestFile(slug: string): string {
  return join(folder, `${slug}.txt`);
}

/** The committed digest; empty if there is none. */
export function committedDigest(slug: string): string {
  const file = digestFile(slug);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Commits a digest to its file. */
export function writeDigest(slug: string, text: string): void {
  writeFileSync(digestFile(slug), text);
}

/** What a digest says about coverage: the kind of document, its source, and the operations of each action. */
export function readDigest(text: string): {
  kind: string;
  source: string;
  actions: ReadonlyMap<string, readonly string[]>;
} {
  const [head = ""] = text.split("\n", 1);
  const [kind = "", source = ""] = head.split(": ", 2);
  const actions = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    if (line.startsWith(" ") || !line.includes(usedBy)) continue;
    const [operation = "", ids = ""] = line.split(usedBy, 2);
    if (operation === ofAll) continue;
    for (const id of ids.split(" ")) actions.set(id, [...(actions.get(id) ?? []), operation]);
  }
  return { kind, source, actions };
}
