/** Reads the text that a flag names. */
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "doesn't exist",
  EISDIR: "is a folder",
  EACCES: "can't be read by this user",
};

/**
 * Reads a file, or standard input for `-`. @param flag named in the error.
 * @throws CommandFailure exit 2 if it can't be read, or isn't UTF-8 text. The error quotes no part of it.
 */
export function readText(io: Environment, path: string, flag: string): string {
  return path === "-" ? read(() => io.readStdin(), "standard input", flag) : readFileText(io, path, flag);
}

/** Reads a file, even one called `-`. @throws CommandFailure as {@link readText}. */
export function readFileText(io: Environment, path: string, flag: string): string {
  return read(() => io.readFile(path), `the file ${path}`, flag);
}

function read(from: () => string, name: string, flag: string): string {
  try {
    return from();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new CommandFailure(2, `${flag}: ${name} ${reasons[code] ?? "can't be read as UTF-8 text"}.`);
  }
}
