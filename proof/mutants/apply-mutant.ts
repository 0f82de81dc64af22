/** Plants a fault in a copy of the project, and takes it out again. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Edit, Mutant } from "./mutant.ts";

/** A text with an edit made in it. @throws Error where what it looks for does not stand there exactly once. */
export function edited(text: string, { file, find, replace }: Edit): string {
  const parts = text.split(find);
  if (parts.length === 2) return parts.join(replace);
  throw new Error(`${file} has ${parts.length - 1} times, and should have once: ${find}`);
}

/** The files of a mutant as they are with its fault, by path. @throws Error where the code is not what it was made for. */
export function plantedFiles(folder: string, edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(folder, edit.file), "utf8");
    texts.set(edit.file, edited(text, edit));
  }
  return texts;
}

/** Writes the fault into the copy. @returns what takes it out again. */
export function plant(folder: string, edits: readonly Edit[]): () => void {
  const planted = plantedFiles(folder, edits);
  const before = new Map([...planted.keys()].map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  for (const [file, text] of planted) writeFileSync(join(folder, file), text);
  return () => {
    for (const [file, text] of before) writeFileSync(join(folder, file), text);
  };
}

/**
 * Mutants whose edits do not meet, together: so few runs of the type checker look at all of them.
 * @throws Error where the code is not what one of them was made for.
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
