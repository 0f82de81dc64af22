/** Secrets from a variable or from a file that a variable names. Many tools show the environment; few show a file. */
import { readFileSync } from "node:fs";

/** A secret as it was given. */
export type GivenSecret = {
  /** The variable that it came by, for what is said of its faults. */
  from: string;
  /** Null where it could not be read, which has been told. */
  text: string | null;
};

/** Where each secret was found: the files by the variable that named them, and variables that held one themselves. */
export type SecretPlaces = { files: { variable: string; path: string }[]; inline: string[] };

/** Reads the secret of a variable; null where neither it nor its file is set. @param fileName by default `<name>_FILE`. */
export type SecretReader = (name: string, fileName?: string) => GivenSecret | null;

/**
 * Makes the reader. White space around a secret is no part of it: an editor ends a file with a line break.
 * @param read gives a variable's trimmed value, null where it is empty.
 * @param faults takes a line for each that cannot be used; no line holds a path or a value.
 * @param places takes where each was found.
 */
export function createSecretReader(
  read: (name: string) => string | null,
  faults: string[],
  places: SecretPlaces = { files: [], inline: [] },
): SecretReader {
  return (name, fileName = `${name}_FILE`) => {
    const inline = read(name);
    const path = read(fileName);
    if (inline !== null) places.inline.push(name);
    if (path === null) return inline === null ? null : { from: name, text: inline };
    places.files.push({ variable: fileName, path });
    if (inline !== null) faults.push(`${name} and ${fileName}: set one of them, not both.`);
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)).trim();
      if (text !== "") return { from: fileName, text };
      faults.push(`${fileName}: the file is empty.`);
    } catch {
      faults.push(`${fileName}: the file cannot be read; check that it exists and that this user may read it.`);
    }
    return { from: fileName, text: null };
  };
}
