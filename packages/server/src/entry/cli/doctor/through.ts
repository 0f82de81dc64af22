/** Doctor: what the proxy in front of the server does to requests. */
import { makeProbe, probePath } from "../../../domain/operators/proxy-probe.ts";
import type { OperatorEnvironment } from "../environment.ts";
import { check, type Finding, type Subject } from "./check.ts";

/** How much longer than a provider call an execution may take, before its response begins. */
const concludeMs = 5000;

/** Sends requests through the proxy if requested. */
export const proxyInFront = check("proxy in front", async (subject): Promise<readonly Finding[]> => {
  const { through, setting } = subject;
  if (through === null) {
    return [
      { status: "look", detail: "not tried: --through https://svc.example.com sends requests through your proxy" },
    ];
  }
  if (setting === null) return [{ status: "look", detail: "not checked: the configuration is invalid" }];
  const { statusOf } = subject.environment;
  const response = await statusOf(`${through}/readyz`);
  if (response !== 200) {
    const detail =
      response === null ? `no response from ${through}/readyz` : `${through}/readyz responds with ${response}`;
    const remedy = "check its name, its certificate, and that the proxy leads to this server";
    return [{ status: "fail", detail, remedy }];
  }
  return [await agentsFinding(subject.environment, through), ...(await silenceFindings(subject, through))];
});

/** Whether agents get in: only their routes check the name that the request is for. */
async function agentsFinding({ postTo }: OperatorEnvironment, through: string): Promise<Finding> {
  const name = "proxy, Host header";
  const { status, code } = await postTo(`${through}/mcp`);
  if (status === 401) return { name, status: "ok", detail: "arrives as it was sent" };
  if (code === "ORIGIN_NOT_ALLOWED") {
    return {
      name,
      status: "fail",
      detail: `the proxy replaces the header Host, so agents get 403 at ${through}/mcp`,
      remedy: "pass it on (nginx: proxy_set_header Host $host)",
    };
  }
  const got = status === null ? "gets no response" : `gets ${status}`;
  return {
    name,
    status: "fail",
    detail: `POST ${through}/mcp ${got}, not 401`,
    remedy: "lead /mcp to this server too",
  };
}

/** Whether a response may be silent for as long as a provider call can take, and whether it is passed on at once. */
async function silenceFindings({ deployment, setting, environment }: Subject, through: string): Promise<Finding[]> {
  const name = "proxy, read timeout";
  if (deployment === null || setting === null) {
    return [{ name, status: "look", detail: "not checked: the database or the vault didn't open" }];
  }
  const holdMs = setting.callTimeoutMs + concludeMs;
  const query = makeProbe(deployment.probeHashes, holdMs, deployment.machine.nowMs());
  const seen = await environment.hold(`${through}${probePath}?${query}`, holdMs + concludeMs);
  const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
  if (seen.status === 404) {
    return [{ name, status: "look", detail: "the server behind the proxy is another deployment, or another version" }];
  }
  if (seen.status !== 200 || !seen.isComplete) {
    const detail = `the proxy ended a response after ${seconds(seen.endedMs)} of silence, and a call may take ${seconds(holdMs)}`;
    const remedy =
      "raise its timeout (nginx: proxy_read_timeout; HAProxy: timeout server; Envoy: stream_idle_timeout and a route's timeout)";
    return [{ name, status: "fail", detail, remedy }];
  }
  const passed: Finding = { name, status: "ok", detail: `at least ${seconds(holdMs)}, as long as a call may take` };
  if (seen.beginMs < holdMs / 2) return [passed];
  const held = `the proxy kept the beginning of a response until its end, ${seconds(seen.beginMs)} later`;
  const remedy = "don't buffer responses to agents (nginx: proxy_buffering off; Caddy: flush_interval -1)";
  return [passed, { name: "proxy, buffering", status: "fail", detail: held, remedy }];
}
