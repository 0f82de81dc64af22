/** The doctor's look at the operator console: that it is where it should be, and nowhere that callers come. */
import { isLoopback } from "@svc/contract";
import type { OperatorEnvironment, Setting } from "../environment.ts";
import { settingCheck, type CheckStatus, type Finding } from "./check.ts";

/** A path that only the console answers, to anybody. */
const signInPath = "/login";

/** The console's own listener. */
export const consoleCheck = settingCheck("operator console", (setting, { environment }) =>
  consoleFindings(environment, setting),
);

/** Looks at the console's listener. One of a port that the system chooses cannot be found from here. */
export async function consoleFindings(
  { statusOf }: Pick<OperatorEnvironment, "statusOf">,
  { adminUrl, adminAt, baseUrl, connectUrl }: Setting,
): Promise<Finding[]> {
  const told = (status: CheckStatus, detail: string): Finding => ({ status, detail });
  if (adminAt === null) {
    if (adminUrl === null) return [told("ok", "off: SVC_ADMIN_LISTEN is not set")];
    return [told("warn", "SVC_ADMIN_URL is set and nothing listens there: set SVC_ADMIN_LISTEN, or take it away")];
  }
  const findings: Finding[] = [];
  const at = adminUrl ?? adminAt;
  const urls = [baseUrl, connectUrl].filter((url) => url !== null);
  const shared = urls.find((url) => hostOf(url) === hostOf(at));
  if (shared !== undefined && new URL(shared).origin === new URL(at).origin) {
    const detail = `${at} is the public address as well: operators' pages and callers' must not share one; give the console a name of its own`;
    return [told("fail", detail)];
  }
  if (shared !== undefined && !isLoopback(hostOf(at))) {
    const detail = `${at} and ${shared} have one name, and browsers show a name's cookies to all its ports: give the console one of its own`;
    findings.push(told("warn", detail));
  }
  if (new URL(adminAt).port !== "0") findings.push(told(...standing(at, await statusOf(at + signInPath))));
  if ((await statusOf(baseUrl + signInPath)) === 200) {
    const detail = `the console answers at ${baseUrl}, where callers come: lead only SVC_LISTEN's paths there`;
    findings.push(told("fail", detail));
  }
  return findings.length > 0 ? findings : [told("ok", "at a port that the system chooses")];
}

function standing(at: string, status: number | null): [CheckStatus, string] {
  if (status === 200) return ["ok", `signs in at ${at}`];
  if (status === null)
    return ["fail", `nothing answers at ${at}: is the server running, and does its proxy lead there?`];
  // A proxy that wants to know first who it is.
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) {
    return ["ok", `${at} answers ${status}: something in front of it signs in first`];
  }
  return [
    "fail",
    `${at} answers ${status}, as the console does not: look at what leads there, and at the server's log`,
  ];
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
