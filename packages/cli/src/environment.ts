/** The only file of the CLI that uses the environment, the streams and the clock, and that creates keys. */
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeIdempotencyKey } from "@svc/contract/idempotency-key";
import { takesColor, type Surface } from "@svc/contract/terminal/surface";
import { interruptedExitCode } from "./failure.ts";
import type { variables } from "./help.ts";
import { createStatusLine, noStatusLine, type StatusText } from "./status-line.ts";

/** The parts of its process that a command may use. */
export type Environment = {
  apiUrl: string | null;
  docsUrl: string | null;
  token: string | null;
  tenantId: string | null;
  /** The folder for a user's own settings; null if this user has no home directory. */
  settingsFolder: string | null;
  /** What stdout is: the terminal's width, colors, and the time for relative times. */
  surface(): Surface;
  /** Whether messages on stderr may be colored. */
  messageColor: boolean;
  /** Shows on stderr what a command is waiting for, if that's a terminal; null ends it. Anything printed replaces it. */
  status(text: StatusText | null): void;
  /** Prints data on stdout. */
  out(text: string): void;
  /** Prints messages, progress and errors on stderr. */
  err(text: string): void;
  /** Reads a text file. Throws if it can't be read or isn't UTF-8. */
  readFile(path: string): string;
  /** Reads all of standard input. Throws like `readFile`. */
  readStdin(): string;
  /** Writes a text file. Throws if it can't. */
  writeFile(path: string, text: string): void;
  /** Creates a file that only this user can read. Throws if it exists or can't be written. */
  createPrivateFile(path: string, text: string): void;
  /** Appends to a file; a new one can be read by this user only. Throws if it can't be written. */
  appendPrivateFile(path: string, text: string): void;
  /** Opens a page in the browser. Returns whether there is one. */
  openUrl(url: string): Promise<boolean>;
  nowMs(): number;
  newKey(): string;
  /** A new signing secret for webhooks. */
  newSigningSecret(): string;
  /** Returns a signal. From now on, Ctrl-C or a pipe closed by its reader aborts it instead of ending the process. */
  interruption(): AbortSignal;
};

/** Variables that belong to the user's system. */
type StandardVariable = "HOME" | "XDG_CONFIG_HOME" | "NO_COLOR" | "FORCE_COLOR" | "TERM";

/** The real process. */
export function processEnvironment(): Environment {
  const read = (name: keyof typeof variables | StandardVariable): string | null => {
    const value = process.env[name]?.trim();
    return value === undefined || value === "" ? null : value;
  };
  const home = read("HOME");
  const settings = read("XDG_CONFIG_HOME") ?? (home === null ? null : join(home, ".config"));
  const apiUrl = read("SVC_API_URL")?.replace(/\/+$/, "") ?? null;
  const { stdout, stderr } = process;
  const variablesOfColor = { term: read("TERM"), noColor: read("NO_COLOR"), forceColor: read("FORCE_COLOR") };
  const color = takesColor({ isTerminal: stdout.isTTY, ...variablesOfColor });
  const statusLine =
    stderr.isTTY && variablesOfColor.term !== "dumb"
      ? createStatusLine({
          write: (text) => stderr.write(text),
          columns: () => stderr.columns,
          nowMs: () => Date.now(),
          everySecond(tick) {
            const timer = setInterval(tick, 1000).unref();
            return () => clearInterval(timer);
          },
        })
      : noStatusLine;
  const print = (stream: NodeJS.WriteStream, text: string): void => {
    statusLine.clear();
    stream.write(text);
  };
  return {
    apiUrl,
    docsUrl: read("SVC_DOCS_URL")?.replace(/\/+$/, "") ?? apiUrl,
    token: read("SVC_TOKEN"),
    tenantId: read("SVC_TENANT_ID"),
    settingsFolder: settings === null ? null : join(settings, "svc"),
    surface: () => ({ width: stdout.isTTY ? stdout.columns : null, color, nowMs: stdout.isTTY ? Date.now() : null }),
    messageColor: takesColor({ isTerminal: stderr.isTTY, ...variablesOfColor }),
    status: (text) => statusLine.start(text),
    out: (text) => print(stdout, text),
    err: (text) => print(stderr, text),
    readFile: (path) => decodeUtf8(readFileSync(path)),
    readStdin: () => decodeUtf8(readFileSync(0)),
    writeFile: (path, text) => writeFileSync(path, text),
    createPrivateFile(path, text) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text, { mode: 0o600, flag: "wx" });
    },
    appendPrivateFile: (path, text) => appendFileSync(path, text, { mode: 0o600, flush: true }),
    async openUrl(url) {
      const { browserCommand, openWith } = await import("./browser.ts");
      const command = browserCommand(process.platform, process.env);
      return command !== null && (await openWith(command, url));
    },
    nowMs: () => Date.now(),
    newKey: () => makeIdempotencyKey(Date.now(), randomBytes(10)),
    newSigningSecret: () => `whsec_${randomBytes(32).toString("base64")}`,
    interruption,
  };
}

/** Rejects bytes that aren't UTF-8, because replacing them would change the value silently. */
function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.off("SIGINT", exitInterrupted);
  // A second Ctrl-C ends the process immediately.
  process.once("SIGINT", stop).once("SIGTERM", stop);
  process.stdout.once("error", stop);
  return controller.signal;
}

function exitInterrupted(): void {
  process.exit(interruptedExitCode);
}

/** Sets the exit behavior: 130 on Ctrl-C, silence if a pipe's reader closes, and no text of the error on a bug. */
export function watchProcess(): void {
  // Node's reports, and what it prints for an uncaught error, would quote the key and answers.
  process.report.excludeEnv = true;
  process.on("uncaughtException", (error: unknown) => {
    // Anything can be thrown. An error in this handler would exit with 7, which means an unknown outcome.
    const kind = error instanceof Error ? error.constructor.name : typeof error;
    process.stderr.write(`svc: this command stopped on a bug (${kind}).\n`);
    process.exit(1);
  });
  process.once("SIGINT", exitInterrupted);
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // The command still finishes, and its exit code reports the result.
      if (error.code !== "EPIPE") process.exit(1);
    });
  }
}
