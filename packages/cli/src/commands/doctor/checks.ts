/** The checks of `svc doctor`: facts in, a result with its remedy out. Nothing here does I/O. */
import { isRegisteredOrigin, isRegisteredReturnUrl, type EvidenceGap, type ServiceClient } from "@svc/contract";
import { evidenceAdvice } from "../evidence-advice.ts";

/** One line of the report. `ok` is null if it wasn't checked, `fix` is null if there's nothing to do. */
export type Check = { name: string; ok: boolean | null; detail: string; fix: string | null };

/** The result of fetching a URL: status, text and the server's clock, or why there was no response. */
export type FetchResult =
  { status: number; text: string; dateMs: number | null; fetchedAtMs: number } | { failure: string };

/** The largest accepted clock difference in milliseconds. Beyond it, times in records and sessions are misleading. */
const clockSkewMaxMs = 30_000;

export function passed(name: string, detail: string): Check {
  return { name, ok: true, detail, fix: null };
}

/** A failed check with its remedy. */
export function failed(name: string, detail: string, fix: string): Check {
  return { name, ok: false, detail, fix };
}

function skipped(name: string, why: string): Check {
  return { name, ok: null, detail: `not checked: ${why}`, fix: null };
}

/** @param profile null if it could not be read. */
export function checkOrigin(origin: string | undefined, profile: ServiceClient | null): Check {
  const name = "origin";
  if (origin === undefined) return skipped(name, "pass one with --origin");
  if (profile === null) return skipped(name, "needs the profile");
  if (isRegisteredOrigin(origin, profile.allowedOrigins)) return passed(name, `${origin} is registered`);
  const fix = `Ask an operator to register it for ${profile.name}, exactly as browsers send it: scheme, host and port, without a trailing slash. Registered: ${formatList(profile.allowedOrigins)}.`;
  return failed(name, `${origin} is not registered`, fix);
}

/** @param profile null if it could not be read. */
export function checkReturnUrl(url: string | undefined, profile: ServiceClient | null): Check {
  const name = "return URL";
  if (url === undefined) return skipped(name, "pass one with --return-url");
  if (profile === null) return skipped(name, "needs the profile");
  if (isRegisteredReturnUrl(url, profile.allowedReturnUrls)) return passed(name, `${url} is registered`);
  const fix = `Ask an operator to register it, or a path above it, for ${profile.name}. Registered: ${formatList(profile.allowedReturnUrls)}.`;
  return failed(name, `${url} is not registered, or its form isn't accepted`, fix);
}

function formatList(values: readonly string[]): string {
  return values.length === 0 ? "none" : values.join(", ");
}

/**
 * Says which changes of a tenant's connections have no evidence, and what to request. It never fails: you may have
 * chosen that.
 * @param connections the tenant's connections with their gaps; null if they couldn't be read, undefined without a
 * tenant.
 */
export function checkEvidence(connections: readonly ConnectionGaps[] | null | undefined): Check {
  const name = "evidence";
  if (connections === undefined) return skipped(name, "set SVC_TENANT_ID to check a tenant's connections");
  if (connections === null) return skipped(name, "the tenant's connections can't be read");
  const lacking = connections.flatMap(({ id, gaps }) =>
    gaps.flatMap((gap) => (gap.add.length === 0 ? [] : [`${id}: ${evidenceAdvice(gap)}`])),
  );
  const looked = `${connections.length} ${connections.length === 1 ? "connection" : "connections"}`;
  if (lacking.length === 0) return passed(name, `svc can look for every lost change of ${looked} that allows it`);
  const fix = "Reconnect with these actions in requestedActions, so that a lost response is settled without a person.";
  return { name, ok: true, detail: lacking.join(" "), fix };
}

/** A connection, and its changes without evidence. */
export type ConnectionGaps = { id: string; gaps: readonly EvidenceGap[] };

/** Liveness and readiness of the server. */
export function checkApi(url: string, health: FetchResult, readiness: FetchResult): Check {
  const name = "API";
  if ("failure" in health) {
    return failed(name, health.failure, "Check SVC_API_URL, the network, and that the server is running.");
  }
  if (health.status !== 200) {
    const fix = "Check that SVC_API_URL is the server's base URL, and that no proxy answers instead.";
    return failed(name, `${url}/healthz answered ${health.status}`, fix);
  }
  if ("failure" in readiness) {
    return failed(
      name,
      `/readyz: ${readiness.failure}`,
      "Ask the operator: the server is running, but doesn't answer.",
    );
  }
  if (readiness.status !== 200) {
    const fix = "Ask the operator: the server is running, but isn't ready. Its log says why.";
    return failed(name, `${url}/readyz answered ${readiness.status}`, fix);
  }
  return passed(name, `${url} is alive and ready${isSandbox(readiness.text) ? " (a sandbox)" : ""}`);
}

/** Checks the docs origin and its `/llms.txt` (llmstxt.org: a Markdown file that starts with a heading). */
export function checkDocs(url: string, llms: FetchResult): Check {
  const name = "docs";
  if ("failure" in llms) {
    return failed(name, llms.failure, "Check SVC_DOCS_URL, or SVC_API_URL if that isn't set.");
  }
  if (llms.status !== 200 || !/^\uFEFF?# /.test(llms.text)) {
    const detail =
      llms.status === 200 ? "isn't an llms.txt: it doesn't start with a heading" : `answered ${llms.status}`;
    return failed(name, `${url}/llms.txt ${detail}`, "Check that SVC_DOCS_URL is the docs origin of this deployment.");
  }
  return passed(name, `${url} serves /llms.txt`);
}

/** Compares this machine's clock with the server's. */
export function checkClock(health: FetchResult): Check {
  const name = "clock";
  if ("failure" in health) return skipped(name, "the API doesn't answer");
  if (health.dateMs === null) return skipped(name, "the API sends no Date header");
  const skewMs = health.fetchedAtMs - health.dateMs;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= clockSkewMaxMs)
    return passed(name, `within ${clockSkewMaxMs / 1000} s of the server's clock`);
  const detail = `${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the server's`;
  return failed(name, detail, "Set this machine's clock, or the server's, with NTP.");
}

function isSandbox(text: string): boolean {
  return parseObject(text)["sandbox"] === true;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
