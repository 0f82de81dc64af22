/** Failures that all commands share. */

/** The command failed. The message is one line. */
export class OperatorFailure extends Error {
  override readonly name = "OperatorFailure";
}

/** Missing or invalid options. Nothing was done, and the command exits with 2. */
export class UsageFailure extends OperatorFailure {}
