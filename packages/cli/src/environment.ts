/** The command line's one place for the environment, the streams, the clock and new keys. */
import { readFileSync } from "node:fs";

/** What a command may use of the process it runs in. */
export type Environment = {
  apiUrl: string | null;
  docsUrl: string | null;
  token: string | null;
  tenantId: string | null;
  /** Colour may be used on stderr and stdout. */
  color: boolean;
  /** Data. */
  out(text: string): void;
  /** Messages, progress, errors. */
  err(text: string): void;
  /** A file's text; throws when it cannot be read. */
  readFile(path: string): string;
  /** All of standard input. */
  readStdin(): string;
  nowMs(): number;
  newKey(): string;
};

/** The real process. */
export function processEnvironment(): Environment {
  const read = (name: string): string | null => {
    const value = process.env[name]?.trim();
    return value === undefined || value === "" ? null : value;
  };
  const apiUrl = read("SVC_API_URL")?.replace(/\/+$/, "") ?? null;
  return {
    apiUrl,
    docsUrl: read("SVC_DOCS_URL")?.replace(/\/+$/, "") ?? apiUrl,
    token: read("SVC_TOKEN"),
    tenantId: read("SVC_TENANT_ID"),
    color: process.stdout.isTTY && read("NO_COLOR") === null && read("TERM") !== "dumb",
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    readFile: (path) => readFileSync(path, "utf8"),
    readStdin: () => readFileSync(0, "utf8"),
    nowMs: () => Date.now(),
    newKey: () => crypto.randomUUID(),
  };
}
