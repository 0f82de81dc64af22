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
    throw inputFailure(`--input is not acceptable JSON: ${parsed.reason}`, parsed.pointer, "json", parsed.reason);
  }
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw inputFailure("--input must be a JSON object.", "", "type", "Must be of type object.");
  }
  return value as Record<string, unknown>;
}

function inputFailure(detail: string, pointer: string, keyword: string, message: string): CommandFailure {
  return new CommandFailure(5, detail, { code: "INPUT_INVALID", errors: [{ pointer, keyword, message }] });
}

function textOf(io: Environment, argument: string): string {
  if (argument !== "-" && !argument.startsWith("@")) return argument;
  try {
    return argument === "-" ? io.readStdin() : io.readFile(argument.slice(1));
  } catch {
    throw new CommandFailure(
      2,
      `--input: ${argument === "-" ? "standard input" : "the file"} cannot be read as UTF-8 text.`,
    );
  }
}
