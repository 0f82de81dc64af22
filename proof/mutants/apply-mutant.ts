/** Applies a mutant to a copy of the project, and reverts it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Edit, Mutant } from "./mutant.ts";

/** Applies an edit to a text. @throws Error unless `find` occurs exactly once. */
export function edited(text: string, { file, find, replace }: Edit): string {
  const parts = text.split(find);
  if (parts.length === 2) return parts.join(replace);
  throw new Error(`${file} has ${parts.length - 1} times, and should have once: ${find}`);
}

/** A mutant's edited files by path. @throws Error if its code has moved. */
export function plantedFiles(folder: string, edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(folder, edit.file), "utf8");
    texts.set(edit.file, edited(text, edit));
  }
  return texts;
}

/** Writes the fault into the copy. @returns a function that reverts it. */
export function plant(folder: string, edits: readonly Edit[]): () => void {
  const planted = plantedFiles(folder, edits);
  const before = new Map([...planted.keys()].map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  for (const [file, text] of planted) writeFileSync(join(folder, file), text);
  return () => {
    for (const [file, text] of before) writeFileSync(join(folder, file), text);
  };
}

/**
 * Groups mutants with independent edits, so that few runs of the type checker cover all.
 * @throws Error if the code of one has moved.
 */
export function compatible(folder: string, mutants: readonly Mutant[]): readonly (readonly Edit[])[] {
  const groups: Edit[][] = [];
  for (const { edits } of mutants) {
    const group = groups.find((one) => fitsInto(folder, [...one, ...edits]));
    if (group === undefined) groups.push([...edits]);
    else group.push(...edits);
  }
  return groups;
}

function fitsInto(folder: string, edits: readonly Edit[]): boolean {
  try {
    plantedFiles(folder, edits);
    return true;
  } catch {
    return false;
  }
}
