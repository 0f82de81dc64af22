/** How a command says that it ended badly. Loads nothing, so that help and usage errors stay quick. */

/** Thrown by a command that has to end with a given code. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  /** Under `error` in the document of `--format json`; null where the command has printed its document already. */
  readonly error: Readonly<Record<string, unknown>> | null;

  /** @param error fields beside `detail`, which is the message; null where a document has been printed. */
  constructor(exitCode: number, message: string, error: Readonly<Record<string, unknown>> | null = {}) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
    this.error = error === null ? null : { code: null, detail: message, ...error };
  }
}

/** What the terminal is told, and the exit code; `document` undefined where stdout has its document already. */
export type Ending = { exitCode: number; lines: string[]; document: { error: object } | undefined };
