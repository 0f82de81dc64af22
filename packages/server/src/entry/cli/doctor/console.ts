/** Doctor: whether operators can reach the console, and callers can't. */
import { isLoopback } from "@svc/contract";
import type { OperatorEnvironment, Setting } from "../environment.ts";
import { settingCheck, type CheckStatus, type Finding } from "./check.ts";

/** A path that only the console serves, without signing in. */
const signInPath = "/login";

/** Whether the console is separate from the API. */
export const consoleCheck = settingCheck("operator console", (setting, { environment }) =>
  consoleFindings(environment, setting),
);

/** Checks the console's listener. One on a port that the system chose can't be found from here. */
export async function consoleFindings(
  { statusOf }: Pick<OperatorEnvironment, "statusOf">,
  { adminUrl, adminAt, baseUrl, connectUrl }: Setting,
): Promise<Finding[]> {
  const finding = (status: CheckStatus, detail: string): Finding => ({ status, detail });
  if (adminAt === null) {
    if (adminUrl === null) return [finding("ok", "off: SVC_ADMIN_LISTEN is not set")];
    return [finding("warn", "SVC_ADMIN_URL is set, but nothing listens there: set SVC_ADMIN_LISTEN, or remove it")];
  }
  const findings: Finding[] = [];
  const at = adminUrl ?? adminAt;
  const urls = [baseUrl, connectUrl].filter((url) => url !== null);
  const shared = urls.find((url) => hostOf(url) === hostOf(at));
  if (shared !== undefined && new URL(shared).origin === new URL(at).origin) {
    const detail = `${at} is also the public URL: the console must not share an origin with the API; give it its own host name`;
    return [finding("fail", detail)];
  }
  if (shared !== undefined && !isLoopback(hostOf(at))) {
    const detail = `${at} and ${shared} share a host name, and browsers send cookies to all ports of a host: give the console its own`;
    findings.push(finding("warn", detail));
  }
  if (new URL(adminAt).port !== "0") findings.push(finding(...judgeStatus(at, await statusOf(at + signInPath))));
  if ((await statusOf(baseUrl + signInPath)) === 200) {
    const detail = `the console is reachable at the API's ${baseUrl}: route only SVC_LISTEN's paths there`;
    findings.push(finding("fail", detail));
  }
  return findings.length > 0 ? findings : [finding("ok", "on a port that the system chooses")];
}

function judgeStatus(at: string, status: number | null): [CheckStatus, string] {
  if (status === 200) return ["ok", `reachable at ${at}`];
  if (status === null)
    return ["fail", `no response from ${at}: is the server running, and does its proxy route there?`];
  // A proxy that requires its own sign-in first.
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) {
    return ["ok", `${at} responds with ${status}: a proxy in front of it requires sign-in`];
  }
  return ["fail", `${at} responds with ${status}, which the console never does: check your proxy and the server's log`];
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
