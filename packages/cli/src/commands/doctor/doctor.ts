/** `svc doctor`: goes through every check, whatever failed before, and ends with 1 if one failed. */
import type { ServiceClient } from "@svc/contract";
import { fetchStatus, SvcError } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { endingOf } from "../../ending.ts";
import { CommandFailure } from "../../failure.ts";
import { printable } from "../../output.ts";
import {
  checkApi,
  checkClock,
  checkDocs,
  checkOrigin,
  checkReturnUrl,
  failed,
  passed,
  type Check,
  type Look,
} from "./checks.ts";

/** Examines the surroundings of this key. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: { origin?: string; returnUrl?: string },
): Promise<void> {
  const { apiUrl, docsUrl } = context.io;
  const unset: Look = { failure: "SVC_API_URL is not set" };
  const [{ profile, check }, health, readiness, llms] = await Promise.all([
    readProfile(context),
    apiUrl === null ? unset : look(context, `${apiUrl}/healthz`),
    apiUrl === null ? unset : look(context, `${apiUrl}/readyz`),
    docsUrl === null ? unset : look(context, `${docsUrl}/llms.txt`),
  ]);
  const checks = [
    check,
    checkOrigin(flags.origin, profile),
    checkReturnUrl(flags.returnUrl, profile),
    checkApi(apiUrl ?? "no URL", health, readiness),
    checkDocs(docsUrl ?? "no URL", llms),
    checkClock(health),
  ];
  const amiss = checks.filter((each) => each.ok === false).length;
  if (context.options.format === "json") context.show({ ok: amiss === 0, checks });
  else for (const each of checks) context.io.out(linesOf(each));
  if (amiss > 0) throw new CommandFailure(1, `${amiss} of ${checks.length} checks failed.`, null);
}

async function readProfile(context: Context): Promise<{ profile: ServiceClient | null; check: Check }> {
  try {
    const profile = await context.client().profile();
    const actions = profile.policy.actions.length === 0 ? "no action" : profile.policy.actions.join(", ");
    return { profile, check: passed("profile", `${profile.name} (${profile.maskedKey}) may use ${actions}`) };
  } catch (error) {
    const { exitCode, lines } = endingOf(error);
    const detail = (lines[0] ?? "").replace(/^error: /, "");
    const fix =
      exitCode === 3
        ? "Export a current service key as SVC_TOKEN; an operator issues keys."
        : "Look at the check of the API below, then try again.";
    return { profile: null, check: failed("profile", detail, fix) };
  }
}

async function look(context: Context, url: string): Promise<Look> {
  const { timeout } = context.options;
  const askedAtMs = context.io.nowMs();
  try {
    const answer = await fetchStatus(url, timeout === undefined ? {} : { timeoutMs: timeout * 1000 });
    const date = Date.parse(answer.header("date") ?? "");
    // The server wrote its time somewhere between asking and answering.
    const lookedAtMs = (askedAtMs + context.io.nowMs()) / 2;
    return { status: answer.status, text: answer.text, dateMs: Number.isNaN(date) ? null : date, lookedAtMs };
  } catch (error) {
    if (error instanceof SvcError) return { failure: error.message };
    throw error;
  }
}

const marks = new Map<boolean | null, string>([
  [true, "ok  "],
  [false, "FAIL"],
  [null, "-   "],
]);

function linesOf({ name, ok, detail, fix }: Check): string {
  const line = `${marks.get(ok) ?? ""}  ${name.padEnd(10)}  ${printable(detail)}\n`;
  return fix === null ? line : `${line}                  ${printable(fix)}\n`;
}
