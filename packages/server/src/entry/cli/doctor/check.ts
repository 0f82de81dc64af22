/** What a check of the doctor is, and what it comes to. */
import { anchorOf } from "../../docs/anchor.ts";
import type { OperatorDeployment, OperatorEnvironment, Setting } from "../environment.ts";

/**
 * `ok`: as it should be. `look`: only a person can tell, and the detail says where to look. `warn`: it works, and should
 * still be changed. `fail`: do not go live with it.
 */
export type CheckStatus = "ok" | "look" | "warn" | "fail";

/** What a check found. */
export type Finding = {
  status: CheckStatus;
  detail: string;
  /** What to do about it: an imperative without its period. */
  remedy?: string;
  /** The name of its line, where a check has a line for each of several things; the check's title otherwise. */
  name?: string;
};

/** What there is to look at. */
export type Subject = {
  environment: OperatorEnvironment;
  /** Null where the configuration cannot be used. */
  setting: Setting | null;
  /** Null where the database or the vault did not open. */
  deployment: OperatorDeployment | null;
  /** Whether hosts of providers are to be tried. */
  reachProviders: boolean;
};

type Findings = Finding | readonly Finding[];

/** One check: a heading of docs/before-you-go-live.md, and at least one line of the doctor. */
export type Check = {
  /** The anchor of its heading. */
  id: string;
  title: string;
  run(subject: Subject): Findings | Promise<Findings>;
};

/** Checks under one heading. */
export type CheckGroup = { title: string; checks: readonly Check[] };

/** A check that needs a configuration which can be used. */
export function settingCheck(
  title: string,
  run: (setting: Setting, subject: Subject) => Findings | Promise<Findings>,
): Check {
  const unseen: Finding = { status: "look", detail: "not looked at: the configuration cannot be used" };
  return check(title, (subject) => (subject.setting === null ? unseen : run(subject.setting, subject)));
}

/** A check that needs an open database and vault. */
export function deploymentCheck(
  title: string,
  run: (deployment: OperatorDeployment, subject: Subject) => Findings | Promise<Findings>,
): Check {
  const unseen: Finding = { status: "look", detail: "not looked at: the database or the vault did not open" };
  return check(title, (subject) => (subject.deployment === null ? unseen : run(subject.deployment, subject)));
}

/** A check of any kind. Its id is its title as an anchor. */
export function check(title: string, run: Check["run"]): Check {
  return { id: anchorOf(title), title, run };
}

/** Something that only a person can tell. */
export function question(title: string, detail: string): Check {
  return check(title, () => ({ status: "look", detail }));
}
