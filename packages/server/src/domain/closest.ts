/** What somebody who misspelled a name most likely meant. */
import { closest, distance } from "fastest-levenshtein";

const editsMax = 3;
/** Beyond this share of edited characters, two names have nothing to do with each other. */
const editedShareMax = 0.4;

/** Returns the known name that is closest to a misspelled one; null if none is similar. */
export function closestTo(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const found = closest(name, known);
  const edits = distance(name, found);
  return edits <= editsMax && edits <= Math.max(name.length, found.length) * editedShareMax ? found : null;
}
