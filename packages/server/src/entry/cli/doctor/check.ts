/** Defines the doctor's checks and findings. */
import { toAnchor } from "../../docs/pages.ts";
import type { OperatorDeployment, OperatorEnvironment, Setting } from "../environment.ts";

/**
 * - `ok`: nothing to do.
 * - `look`: the doctor can't tell; the detail says what to check.
 * - `warn`: it works, but should be changed.
 * - `fail`: don't go live with it.
 */
export type CheckStatus = "ok" | "look" | "warn" | "fail";

/** The result of a check. */
export type Finding = {
  status: CheckStatus;
  detail: string;
  /** How to fix it: an imperative without its period. */
  remedy?: string;
  /** The name of its line, if a check prints several; the check's title by default. */
  name?: string;
  /** It isn't set up or not used here, so there was nothing to check. Its line begins with `-` instead of `ok`. */
  isUnused?: true;
};

/** The subject of the checks. */
export type Subject = {
  environment: OperatorEnvironment;
  /** Null if the configuration is invalid. */
  setting: Setting | null;
  /** Null if the database or the vault didn't open. */
  deployment: OperatorDeployment | null;
  /** Whether to try connections to the providers' hosts. */
  reachProviders: boolean;
  /** The URL of the proxy in front of the server, without a trailing slash; null to leave it alone. */
  through: string | null;
};

type Findings = Finding | readonly Finding[];

/** A check: a heading in docs/before-you-go-live.md, and at least one line of output. */
export type Check = {
  /** The anchor of its heading. */
  id: string;
  title: string;
  run(subject: Subject): Findings | Promise<Findings>;
};

/** Checks under one heading. */
export type CheckGroup = { title: string; checks: readonly Check[] };

/** Creates a check that needs a valid configuration. */
export function settingCheck(
  title: string,
  run: (setting: Setting, subject: Subject) => Findings | Promise<Findings>,
): Check {
  const unseen: Finding = { status: "look", detail: "not checked: the configuration is invalid" };
  return check(title, (subject) => (subject.setting === null ? unseen : run(subject.setting, subject)));
}

/** Creates a check that needs an open database and vault. */
export function deploymentCheck(
  title: string,
  run: (deployment: OperatorDeployment, subject: Subject) => Findings | Promise<Findings>,
): Check {
  const unseen: Finding = { status: "look", detail: "not checked: the database or the vault didn't open" };
  return check(title, (subject) => (subject.deployment === null ? unseen : run(subject.deployment, subject)));
}

/** Creates a check. Its id is its title as an anchor. */
export function check(title: string, run: Check["run"]): Check {
  return { id: toAnchor(title), title, run };
}

/** Creates a check that only a person can perform. */
export function question(title: string, detail: string): Check {
  return check(title, () => ({ status: "look", detail }));
}
