/** `svc-server doctor`: runs every check, prints a line for each, and says how many there were of each kind. */
import type { OperatorDeployment, OperatorEnvironment } from "../environment.ts";
import type { OperatorIo } from "../io.ts";
import { doctorGroups } from "./catalog.ts";
import type { Check, CheckStatus, Finding, Subject } from "./check.ts";

/** Thrown when a check failed, after all of them were printed. */
export class DoctorFailure extends Error {
  override readonly name = "DoctorFailure";
}

/** A line of the doctor. */
type Line = { id: string; group: string; name: string; status: CheckStatus; detail: string; remedy: string | null };

const labels = { ok: "ok  ", look: "look", warn: "warn", fail: "FAIL" } as const;

/**
 * Runs every check. Nothing is changed: no database is made, and no migration applied.
 * @param options.reachProviders whether connections to providers are tried.
 * @throws DoctorFailure when one failed.
 */
export async function diagnose(
  io: OperatorIo,
  environment: OperatorEnvironment,
  options: { format: "table" | "json"; sandbox?: boolean; reachProviders?: boolean },
): Promise<void> {
  const setting = environment.setting();
  const opened = setting === null ? null : await open(environment, options.sandbox);
  const deployment = opened !== null && "deployment" in opened ? opened.deployment : null;
  const fault = opened !== null && "fault" in opened ? opened.fault : null;
  try {
    const subject = { environment, setting, deployment, reachProviders: options.reachProviders === true };
    print(io, options.format, await linesOf(subject, fault));
  } finally {
    await deployment?.close();
  }
}

/** What a run that could not open the database says of it, in place of the check of this title. */
const openingTitle = "database";

async function linesOf(subject: Subject, openingFault: string | null): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { title: group, checks } of doctorGroups) {
    for (const one of checks) {
      const isOpening = one.title === openingTitle && openingFault !== null;
      const findings: Finding[] = isOpening
        ? [{ status: "fail", detail: openingFault }]
        : await findingsOf(one, subject);
      for (const { name = one.title, status, detail, remedy = null } of findings) {
        lines.push({ id: one.id, group, name, status, detail, remedy });
      }
    }
  }
  return lines;
}

async function findingsOf(one: Check, subject: Subject): Promise<Finding[]> {
  try {
    return [await one.run(subject)].flat();
  } catch {
    // A foreign error's text is not shown: it may quote anything.
    return [{ status: "fail", detail: "could not be looked at: does the database answer?" }];
  }
}

type Opening = { deployment: OperatorDeployment } | { fault: string };

async function open(environment: OperatorEnvironment, sandbox: boolean | undefined): Promise<Opening> {
  try {
    return { deployment: await environment.open(sandbox, "none") };
  } catch (error) {
    // Errors at start are one line of ours that says what to do; anything else is not shown.
    const own = error instanceof Error && /^(?:StoreStartError|VaultStartError|ConfigError)$/.test(error.name);
    return { fault: own ? error.message : "could not be opened: does the database answer?" };
  }
}

/** @throws DoctorFailure */
function print(io: OperatorIo, format: "table" | "json", lines: readonly Line[]): void {
  const count = (status: CheckStatus): number => lines.filter((line) => line.status === status).length;
  const summary = { ok: count("ok"), look: count("look"), warn: count("warn"), fail: count("fail") };
  const ok = summary.fail === 0;
  if (format === "json") io.out(`${JSON.stringify({ ok, summary, checks: lines }, null, 2)}\n`);
  else io.out(textOf(lines, summary));
  if (!ok) throw new DoctorFailure("A check failed.");
}

function textOf(lines: readonly Line[], { ok, look, warn, fail }: Record<CheckStatus, number>): string {
  const groups = Map.groupBy(lines, ({ group }) => group);
  const text = [...groups].map(([group, own]) => `${group}\n${own.map(lineText).join("")}\n`);
  const parts = [`${fail} failed`, `${warn} to change`, `${look} for you to look at`, `${ok} ok`];
  return `${text.join("")}${parts.join(", ")}. What each line means: docs/before-you-go-live.md\n`;
}

function lineText({ name, status, detail, remedy }: Line): string {
  return `${labels[status]}  ${name}: ${detail}${remedy === null ? "" : `; ${remedy}`}\n`;
}
