/** Reads the text that a flag names. */
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "doesn't exist",
  EISDIR: "is a folder",
  EACCES: "can't be read by this user",
};

/**
 * @param path a file's, or `-` for standard input. @param flag named in the error.
 * @throws CommandFailure exit 2 if it can't be read, or isn't UTF-8 text. The error quotes no part of it.
 */
export function readText(io: Environment, path: string, flag: string): string {
  try {
    return path === "-" ? io.readStdin() : io.readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const name = path === "-" ? "standard input" : `the file ${path}`;
    throw new CommandFailure(2, `${flag}: ${name} ${reasons[code] ?? "can't be read as UTF-8 text"}.`);
  }
}
