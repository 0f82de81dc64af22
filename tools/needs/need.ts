/** Something that a command needs and `npm ci` doesn't bring. */

/** One such thing: whether this machine has it, and how it is installed. */
export interface Need {
  /** As in "needs Chromium". */
  readonly name: string;
  /** Whether this machine has it; cheap, and without side effects. */
  isThere(): boolean;
  /** Installs it. @throws Error with a remedy, if it can't be installed. */
  install(): void;
}
