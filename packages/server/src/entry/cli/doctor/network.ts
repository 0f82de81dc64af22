/**
 * Doctor: where the server and its console can be reached, whether the server that answers is the one whose environment
 * and database were checked, what it finds itself, and whether Connect sessions can complete without confirmation from
 * their backend.
 */
import { isLoopback } from "@svc/contract";
import type { Setting, OperatorDeployment, OperatorEnvironment } from "../environment.ts";
import { settingCheck, type Finding, type Subject, deploymentCheck, type CheckStatus } from "./check.ts";
import { automaticCompletionWarning } from "../../../domain/connect-sessions/request.ts";

/** TLS for everything that others can reach. */
export const publicUrl = settingCheck("public URL", ({ listenHost, publicUrl: url, connectUrl }) => {
  if (url === null && !isLoopback(listenHost)) {
    const detail = `SVC_PUBLIC_URL isn't set, but others can reach ${listenHost}: links and Connect pages wouldn't work`;
    return { status: "fail", detail, remedy: "set it to the https URL of your proxy" };
  }
  const urls = [url, connectUrl].filter((one) => one !== null);
  const plain = urls.filter((one) => !one.startsWith("https:") && !isLoopback(hostOf(one)));
  if (plain.length > 0) {
    const detail = `${plain.join(", ")} isn't https: keys and credentials would cross the network unencrypted`;
    return { status: "fail", detail, remedy: "put TLS in front of it" };
  }
  return { status: "ok", detail: urls.length === 0 ? "loopback only" : urls.join(", ") };
});

/** Whether end users' browsers use another origin than the API. */
export const connectOrigin = settingCheck("Connect origin", ({ baseUrl, connectUrl, hasConnectListener }) => {
  const isApart = connectUrl !== null && new URL(connectUrl).origin !== new URL(baseUrl).origin;
  if (isApart) return { status: "ok", detail: `the Connect pages have their own origin: ${connectUrl}` };
  if (isLoopback(hostOf(baseUrl))) return { status: "ok", detail: "loopback only" };
  const detail = "the Connect pages share the API's origin";
  const listener = hasConnectListener ? "" : "SVC_CONNECT_LISTEN and ";
  return { status: "warn", detail, remedy: `set ${listener}SVC_CONNECT_URL to an origin of their own` };
});

/** The metrics listener, which requires no key. */
export const metricsListener = settingCheck("metrics listener", async ({ metricsHost, baseUrl }, { environment }) => {
  if ((await environment.statusOf(`${baseUrl}/metrics`)) === 200) {
    const detail = `the metrics are reachable at the API's ${baseUrl}/metrics`;
    return { status: "fail", detail, remedy: "route only SVC_LISTEN's paths there" };
  }
  if (metricsHost === null) return { status: "ok", detail: "off: SVC_METRICS_LISTEN isn't set", isUnused: true };
  if (isLoopback(metricsHost)) return { status: "ok", detail: "on this machine only" };
  return { status: "look", detail: `listens on ${metricsHost} and requires no key: only your scraper may reach it` };
});

/** Whether the server is ready, and is the one whose variables were checked. */
export const server = settingCheck("server", async (setting, subject): Promise<Finding[]> => {
  const [finding, response] = await readinessFinding(setting, subject);
  return response === null ? [finding] : [finding, ...(await differencesFrom(setting, subject))];
});

/** The finding, and the status that `/readyz` answered; null without a response. */
async function readinessFinding(
  setting: Setting,
  { environment }: Subject,
): Promise<[finding: Finding, response: number | null]> {
  const readyzUrl = `${setting.baseUrl}/readyz`;
  const response = await environment.statusOf(readyzUrl);
  if (response === 200) return [{ status: "ok", detail: `ready at ${readyzUrl}` }, response];
  const failing = response === null ? "" : describeFailing(await readServerChecks(setting, environment));
  const [detail, remedy] =
    response === null
      ? [`no response from ${readyzUrl}`, "start it with svc-server serve"]
      : [`${readyzUrl} responds with ${response}${failing === "" ? "" : `: ${failing}`}`, "see its log"];
  return [{ status: "fail", detail, remedy }, response];
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}

/** Warns if a live deployment allows that for any service client. */
export async function completionFinding(
  { serviceClients, vault }: Pick<OperatorDeployment, "serviceClients"> & { vault: { sandbox: boolean } },
  requireConfirmedCompletion: boolean,
): Promise<Finding> {
  const { sandbox } = vault;
  const warning = await automaticCompletionWarning({ sandbox, requireConfirmedCompletion, serviceClients });
  if (warning !== null) return { status: "warn", detail: warning };
  const detail = sandbox ? "not required in a sandbox" : "every session needs its backend's confirmation";
  return { status: "ok", detail };
}

/** Whether Connect sessions need confirmation. */
export const completion = deploymentCheck("confirmed completion", (deployment, { setting }) =>
  completionFinding(deployment, setting?.requireConfirmedCompletion ?? false),
);

/** Finds differences between the server at the configured URL and the deployment that the doctor checked. */
export async function differencesFrom(
  { baseUrl, database }: Setting,
  { environment, deployment }: Pick<Subject, "environment" | "deployment">,
): Promise<Finding[]> {
  const [readiness, description] = await Promise.all([
    environment.documentOf(`${baseUrl}/readyz`),
    environment.documentOf(`${baseUrl}/openapi.json`),
  ]);
  const { envFile, version } = environment;
  const own = envFile === null ? "pass the server's own variables with --env-file" : `check that it reads ${envFile}`;
  const differences: Finding[] = [];
  const running = fieldOf(fieldOf(description, "info"), "version");
  if (typeof running === "string" && running !== version) {
    const detail = `the one at ${baseUrl} is version ${shown(running)}, and this command is ${version}`;
    differences.push({ status: "warn", detail, remedy: "run the doctor of the server's own version" });
  }
  if (deployment === null) return differences;
  const sandbox = fieldOf(readiness, "sandbox");
  if (typeof sandbox === "boolean" && sandbox !== deployment.vault.sandbox) {
    const [its, judged] = sandbox ? ["a sandbox", "isn't one"] : ["live", "is a sandbox's"];
    const detail = `the one at ${baseUrl} is ${its}, but the checked database ${judged}`;
    differences.push({ status: "warn", detail, remedy: own });
  } else if ((await deployment.owners.living()).length === 0) {
    const judged = database.engine === "sqlite" ? `the SQLite database ${database.path}` : "this PostgreSQL database";
    const detail = `no server uses ${judged}, so the one at ${baseUrl} has other settings than those checked here`;
    differences.push({ status: "warn", detail, remedy: own });
  }
  return differences;
}

function fieldOf(document: unknown, name: string): unknown {
  return typeof document === "object" && document !== null ? (document as Record<string, unknown>)[name] : undefined;
}

/** A version as the other program names it, without anything that could act on a terminal. */
function shown(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, "?").slice(0, 40);
}

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
    if (adminUrl === null) return [{ ...finding("ok", "off: SVC_ADMIN_LISTEN is not set"), isUnused: true }];
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

/** A check of the server's readiness. */
export type ServerCheck = { name: string; ok: boolean; reason: string };

/** Asks the server for its checks; null if it doesn't answer, or there is no metrics listener. */
export async function readServerChecks(
  { metricsUrl }: Pick<Setting, "metricsUrl">,
  { documentOf }: Pick<OperatorEnvironment, "documentOf">,
): Promise<readonly ServerCheck[] | null> {
  if (metricsUrl === null) return null;
  const document = await documentOf(`${metricsUrl}/readyz`);
  const checks: unknown = fieldOf(document, "checks");
  if (!Array.isArray(checks)) return null;
  return checks.flatMap((check: unknown) => {
    const [name, ok, reason] = [fieldOf(check, "name"), fieldOf(check, "ok"), fieldOf(check, "reason")];
    const isCheck = typeof name === "string" && typeof ok === "boolean" && typeof reason === "string";
    return isCheck ? [{ name: printable(name), ok, reason: printable(reason) }] : [];
  });
}

/** Describes the checks that failed; "" if none did. */
export function describeFailing(checks: readonly ServerCheck[] | null): string {
  const failing = (checks ?? []).filter(({ ok }) => !ok);
  return failing.map(({ name, reason }) => `${name} (${reason})`).join(", ");
}

/** Background tasks whose last run failed, such as a retention that would let a table grow for ever. */
export const backgroundWork = settingCheck("background work", async (setting, { environment }): Promise<Finding> => {
  const { metricsUrl } = setting;
  if (metricsUrl === null) {
    return { status: "look", detail: "unknown: without SVC_METRICS_LISTEN, the server can't be asked" };
  }
  const checks = await readServerChecks(setting, environment);
  const found = checks?.find(({ name }) => name === "background");
  if (found === undefined) return { status: "look", detail: `unknown: no server answers at ${metricsUrl}/readyz` };
  if (found.reason === "") return { status: "ok", detail: "the last run of every task succeeded" };
  return {
    status: "warn",
    detail: `the last run failed: ${found.reason}`,
    remedy: "see the server's log for the cause",
  };
});

const shownCharsMax = 300;

/** A text as another program may have written it, without anything that could act on a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, shownCharsMax);
}
