/** Log lines for a person who started the server in a terminal: the time, the level, the message, and the rest. */
import { printable } from "@svc/contract/terminal";

// https://github.com/pinojs/pino/blob/main/docs/api.md#loggerlevels-object
const levels: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

const colors: Readonly<Record<string, number>> = { warn: 33, error: 31, fatal: 31 };

/** What every line has, and a person at the terminal knows. */
const known = new Set(["level", "time", "pid", "hostname", "msg"]);

/**
 * Rewrites lines of JSON. Leaves out where the server listens, because `serve` says so.
 * @param text whole lines.
 */
export function readableLines(text: string, color: boolean): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : readableLine(line, color)))
    .filter((line) => line !== "")
    .map((line) => `${line}\n`)
    .join("");
}

function readableLine(line: string, color: boolean): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return printable(line);
  }
  const { level, time, msg } = entry;
  const message = typeof msg === "string" ? msg : "";
  if (message.startsWith("Server listening at ")) return "";
  const name = levels[Number(level)] ?? "info";
  const rest = Object.entries(entry)
    .filter(([key]) => !known.has(key))
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const code = color ? colors[name] : undefined;
  const shown = code === undefined ? name.padEnd(5) : `\u001b[${code}m${name.padEnd(5)}\u001b[39m`;
  const at = typeof time === "number" ? new Date(time).toISOString().slice(11, 19) : "";
  return [at, shown, printable([message, ...rest].join("  "))].join("  ").trimEnd();
}
