/** Something that a command needs and `npm ci` doesn't bring. */

/** What every such thing has. */
interface Thing {
  /** As in "needs Chromium". */
  readonly name: string;
  /** Whether this machine has it; cheap, and without side effects. */
  isThere(): boolean;
}

/** What comes with Debian's packages, which are installed together. */
export interface DebianNeed extends Thing {
  readonly packages: readonly string[];
}

/** What has an installation of its own. */
export interface OwnNeed extends Thing {
  /** What installs it: one after another, beside those by other installers. */
  readonly by: "go" | "maven" | "npm" | "pip";
  /** What must be there before it. */
  readonly after: readonly Need[];
  /** @throws Error with a remedy, if it can't be installed. */
  install(): Promise<void>;
}

/** One such thing. */
export type Need = DebianNeed | OwnNeed;

/** Whether it comes with Debian's packages. */
export function isFromDebian(need: Need): need is DebianNeed {
  return "packages" in need;
}
