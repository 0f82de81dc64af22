/** Doctor: where the server can be reached. */
import { isLoopback } from "@svc/contract";
import type { Setting } from "../environment.ts";
import { settingCheck, type Finding, type Subject } from "./check.ts";
import { describeFailing, readServerChecks } from "./server-checks.ts";
import { differencesFrom } from "./same-server.ts";

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
  if (metricsHost === null) return { status: "ok", detail: "off: SVC_METRICS_LISTEN isn't set" };
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
