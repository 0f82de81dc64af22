/** The failure that every command shares. */

/** A command that cannot do what was asked, in one line. */
export class OperatorFailure extends Error {
  override readonly name = "OperatorFailure";
}
