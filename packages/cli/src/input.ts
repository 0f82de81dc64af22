/** Reads `--input`: JSON on the command line, `@file`, or `-` for standard input, so that no value need be in a history. */
import { parseJsonStrict } from "@svc/contract";
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";

/**
 * @returns the input object.
 * @throws CommandFailure exit 5 for what is no JSON object, exit 2 for a file that cannot be read. Neither quotes it.
 */
export function readInput(io: Environment, argument: string): Record<string, unknown> {
  const parsed = parseJsonStrict(textOf(io, argument));
  if (!parsed.ok) {
    const errors = [{ pointer: parsed.pointer, keyword: "json", message: parsed.reason }];
    throw new CommandFailure(5, `--input is not acceptable JSON: ${parsed.reason}`, { valid: false, errors });
  }
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const errors = [{ pointer: "", keyword: "type", message: "must be an object" }];
    throw new CommandFailure(5, "--input must be a JSON object.", { valid: false, errors });
  }
  return value as Record<string, unknown>;
}

function textOf(io: Environment, argument: string): string {
  if (argument !== "-" && !argument.startsWith("@")) return argument;
  try {
    return argument === "-" ? io.readStdin() : io.readFile(argument.slice(1));
  } catch {
    throw new CommandFailure(2, `--input: ${argument === "-" ? "standard input" : "the file"} cannot be read.`);
  }
}
