/** Rules that need only a file's text or name. */
import { findingAt } from "./source.ts";
import type { Finding, TextFile } from "./source.ts";

const vagueNames = /(?:^|\/)(utils?|common|shared|helpers?|misc)(?:\.[a-z.]+)?(?=\/|$)/;
/** Written in parts, so that this file doesn't violate its own rule. */
const unfinished = ["TO-DO", "FIX-ME", "X-XX"].map((word) => word.replace("-", ""));

interface WordRule {
  readonly name: string;
  readonly remedy: string;
  readonly pattern: RegExp;
  readonly exempt?: RegExp;
}

const wordRules: readonly WordRule[] = [
  {
    name: "unfinished work",
    remedy: "do it, or open an issue and leave it out of the code",
    pattern: new RegExp(`\\b(${unfinished.join("|")})\\b`, "g"),
  },
  {
    name: "a path of one machine",
    remedy: "write it relative to the project",
    pattern: /(?<![\w.*/}])\/(home|Users|root|mnt|work)\//g,
    exempt: /^tools\/tidy\//,
  },
  {
    name: "a registry's host",
    remedy: "remove the address: it belongs in a machine's npm settings",
    pattern: /\b[\w.-]*(registry|artifactory|verdaccio|nexus)[\w-]*(\.[\w-]+)+(?=[:/])/g,
    exempt: /^tools\/tidy\//,
  },
];

/** The violations in one file's text and name. */
export function textFindings(file: TextFile): Finding[] {
  const findings: Finding[] = [];
  const vague = vagueNames.exec(file.path)?.[1];
  if (vague !== undefined) {
    findings.push(findingAt(file, 0, `name: ${vague}`, "name it after its contents"));
  }
  for (const rule of wordRules) {
    if (rule.exempt?.test(file.path) === true) continue;
    for (const match of file.text.matchAll(rule.pattern)) {
      findings.push(findingAt(file, match.index, `${rule.name}: ${match[0]}`, rule.remedy));
    }
  }
  return findings;
}
