/** Reads `--input`: JSON, `@file`, or `-` for standard input, so that values can stay out of the shell history. */
import { parseJsonStrict } from "@svc/contract";
import { parse, type ParseError } from "jsonc-parser";
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";
import { readFileText, readText } from "./read-text.ts";

/**
 * @param flag the flag that has the argument. @returns the input object.
 * @throws CommandFailure exit 5 if it isn't a JSON object, exit 2 if the file can't be read. Neither quotes the input.
 */
export function readInput(io: Environment, argument: string, flag = "--input"): Record<string, unknown> {
  const text = textOf(io, argument, flag);
  const parsed = parseJsonStrict(text);
  if (!parsed.ok) {
    const { pointer } = parsed;
    const reason = pointer === "" ? `${parsed.reason}${faultPosition(text)}` : `${parsed.reason} (at ${pointer})`;
    throw inputFailure(`${flag} is not valid JSON: ${reason}`, pointer, "json", parsed.reason);
  }
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw inputFailure(`${flag} must be a JSON object.`, "", "type", "Must be of type object.");
  }
  return value as Record<string, unknown>;
}

/** Returns where the text stops being JSON; empty if it is well-formed. */
function faultPosition(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return "";
  const before = text.slice(0, first.offset).split("\n");
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

function inputFailure(detail: string, pointer: string, keyword: string, message: string): CommandFailure {
  return new CommandFailure(5, detail, { code: "INPUT_INVALID", errors: [{ pointer, keyword, message }] });
}

function textOf(io: Environment, argument: string, flag: string): string {
  if (argument.startsWith("@")) return readFileText(io, argument.slice(1), flag);
  return argument === "-" ? readText(io, argument, flag) : argument;
}
