/** Reads secrets from variables or from files that variables name. Many tools show the environment, few show files. */
import { readFileSync } from "node:fs";

/** A secret and where it came from. */
export type GivenSecret = {
  /** The variable that contains it or names its file, for error messages. */
  from: string;
  /** Null if it couldn't be read, which is already reported. */
  text: string | null;
};

/** Where each secret was found: files, with the variables that name them, and variables that contain one themselves. */
export type SecretPlaces = { files: { variable: string; path: string }[]; inline: string[] };

/** Reads the secret of a variable; null if neither it nor its file is set. @param fileName by default `<name>_FILE`. */
export type SecretReader = (name: string, fileName?: string) => GivenSecret | null;

/**
 * Creates the reader. It trims secrets, because editors end files with a line break.
 * @param read returns a variable's trimmed value, null if it is empty.
 * @param faults receives a line for each invalid secret, without a path or a value.
 * @param places receives where each secret was found.
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
