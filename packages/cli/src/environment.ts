/** The command line's one place for the environment, the streams, the clock and new keys. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { makeIdempotencyKey } from "@svc/contract/idempotency-key";

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
  /** A file's text; throws when it cannot be read or is not UTF-8. */
  readFile(path: string): string;
  /** All of standard input, under the same rules. */
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
    readFile: (path) => textOf(readFileSync(path)),
    readStdin: () => textOf(readFileSync(0)),
    nowMs: () => Date.now(),
    newKey: () => makeIdempotencyKey(Date.now(), randomBytes(10)),
  };
}

/** A value that is not UTF-8 must not become another one quietly. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The shell's code for a process that SIGINT ended. */
const interruptedExitCode = 130;

/** How the process ends: on Ctrl-C with 130, without a word when the reader of a pipe has gone, by a defect with its class alone. */
export function watchProcess(): void {
  // Node's reports and its account of an uncaught error would quote the key, and what a caller was sent.
  process.report.excludeEnv = true;
  process.on("uncaughtException", (error: unknown) => {
    // Anything can be thrown. A fault in here would end with 7, which says that an outcome is unknown.
    const kind = error instanceof Error ? error.constructor.name : typeof error;
    process.stderr.write(`svc: a defect ended this command (${kind}).\n`);
    process.exit(1);
  });
  process.once("SIGINT", () => process.exit(interruptedExitCode));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // What was asked for is still carried through: the exit code says how it went.
      if (error.code !== "EPIPE") process.exit(1);
    });
  }
}
