/** `svc doctor`: runs every check, even after a failure, and exits with 1 if one failed. */
import { evidenceGaps, type Action, type ServiceClient } from "@svc/contract";
import { fetchStatus, SvcError } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { toExitReport } from "../../exit.ts";
import { CommandFailure } from "../../failure.ts";
import { printable } from "../../output.ts";
import {
  checkApi,
  checkClock,
  checkDocs,
  checkEvidence,
  checkOrigin,
  checkReturnUrl,
  failed,
  passed,
  type Check,
  type ConnectionGaps,
  type FetchResult,
} from "./checks.ts";

/** Checks the configuration and prints a report. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: { origin?: string; returnUrl?: string },
): Promise<void> {
  const { apiUrl, docsUrl } = context.io;
  const unset: FetchResult = { failure: "SVC_API_URL is not set" };
  const [{ profile, check }, connections, health, readiness, llms] = await Promise.all([
    readProfile(context),
    readGaps(context),
    apiUrl === null ? unset : fetchUrl(context, `${apiUrl}/healthz`),
    apiUrl === null ? unset : fetchUrl(context, `${apiUrl}/readyz`),
    docsUrl === null ? unset : fetchUrl(context, `${docsUrl}/llms.txt`),
  ]);
  const checks = [
    check,
    checkOrigin(flags.origin, profile),
    checkReturnUrl(flags.returnUrl, profile),
    checkApi(apiUrl ?? "no URL", health, readiness),
    checkDocs(docsUrl ?? "no URL", llms),
    checkClock(health),
    checkEvidence(connections),
  ];
  const failedCount = checks.filter((each) => each.ok === false).length;
  if (context.options.format === "json") context.show({ ok: failedCount === 0, checks });
  else for (const each of checks) context.io.out(formatCheck(each));
  if (failedCount > 0) throw new CommandFailure(1, `${failedCount} of ${checks.length} checks failed.`, null);
}

async function readProfile(context: Context): Promise<{ profile: ServiceClient | null; check: Check }> {
  try {
    const profile = await context.client().profile();
    const actions = profile.policy.actions.length === 0 ? "no action" : profile.policy.actions.join(", ");
    return { profile, check: passed("profile", `${profile.name} (${profile.maskedKey}) may use ${actions}`) };
  } catch (error) {
    const { exitCode, lines } = toExitReport(error);
    const detail = (lines[0] ?? "").replace(/^error: /, "");
    const fix =
      exitCode === 3
        ? "Export a valid service key as SVC_TOKEN. An operator issues keys."
        : "See the API check below, then try again.";
    return { profile: null, check: failed("profile", detail, fix) };
  }
}

/** The connections that are looked at: more would make the report too long. */
const connectionsMax = 100;

/** Reads which changes of the tenant's connections have no evidence; null if it can't, undefined without a tenant. */
async function readGaps(context: Context): Promise<readonly ConnectionGaps[] | null | undefined> {
  if (context.options.tenant === undefined && context.io.tenantId === null) return undefined;
  try {
    const tenant = await context.tenant();
    const actionsOf = new Map<string, readonly Action[]>();
    const found: ConnectionGaps[] = [];
    for await (const { id, provider, status, grantedActions } of tenant.connections.list()) {
      if (found.length >= connectionsMax) break;
      if (status === "disconnected") continue;
      const actions = actionsOf.get(provider) ?? (await tenant.actions.list(provider));
      actionsOf.set(provider, actions);
      found.push({ id, gaps: evidenceGaps(actions, grantedActions) });
    }
    return found;
  } catch (error) {
    if (error instanceof SvcError || error instanceof CommandFailure) return null;
    throw error;
  }
}

async function fetchUrl(context: Context, url: string): Promise<FetchResult> {
  const { timeout } = context.options;
  const askedAtMs = context.io.nowMs();
  try {
    const response = await fetchStatus(url, timeout === undefined ? {} : { timeoutMs: timeout * 1000 });
    const date = Date.parse(response.header("date") ?? "");
    // The server set its Date somewhere between the request and the response.
    const fetchedAtMs = (askedAtMs + context.io.nowMs()) / 2;
    return { status: response.status, text: response.text, dateMs: Number.isNaN(date) ? null : date, fetchedAtMs };
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

function formatCheck({ name, ok, detail, fix }: Check): string {
  const line = `${marks.get(ok) ?? ""}  ${name.padEnd(10)}  ${printable(detail)}\n`;
  return fix === null ? line : `${line}                  ${printable(fix)}\n`;
}
