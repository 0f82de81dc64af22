/** The error with which a command fails. Loads nothing, so that help and usage errors stay fast. */

/** The shell's exit code for a program that Ctrl-C ended. */
export const interruptedExitCode = 130;

/** Thrown by a command to exit with a given code. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  /** Becomes `error` in the document of `--format json`; null if the command has already printed its document. */
  readonly error: Readonly<Record<string, unknown>> | null;

  /** @param error fields besides `detail`, which is the message; null if a document was printed. */
  constructor(exitCode: number, message: string, error: Readonly<Record<string, unknown>> | null = {}) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
    this.error = error === null ? null : { code: null, detail: message, ...error };
  }
}

/** The exit code, the lines for stderr, and the document for stdout; undefined if that was printed already. */
export type ExitReport = { exitCode: number; lines: string[]; document: { error: object } | undefined };
