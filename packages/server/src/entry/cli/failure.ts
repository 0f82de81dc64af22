/** The failures that every command shares. */

/** A command that cannot do what was asked, in one line. */
export class OperatorFailure extends Error {
  override readonly name = "OperatorFailure";
}

/** Options that are missing or cannot be read: nothing was looked at, and the command exits with 2. */
export class UsageFailure extends OperatorFailure {}
