/** What `svc doctor` found, judged: facts in, a check with its remedy out. Nothing here does I/O. */
import { isRegisteredOrigin, isRegisteredReturnUrl, type ServiceClient } from "@svc/contract";

/** One line of the report. `ok` null: not checked. `fix` null: nothing to do. */
export type Check = { name: string; ok: boolean | null; detail: string; fix: string | null };

/** What a look at a URL gave: a status and the answer's text and clock, or why there was none. */
export type Look = { status: number; text: string; dateMs: number | null; lookedAtMs: number } | { failure: string };

/** More than this between the two clocks, in milliseconds, is a fault: times in records and on sessions mislead. */
const clockSkewMaxMs = 30_000;

/** A check that passed. */
export function passed(name: string, detail: string): Check {
  return { name, ok: true, detail, fix: null };
}

/** A check that failed, with what to do. */
export function failed(name: string, detail: string, fix: string): Check {
  return { name, ok: false, detail, fix };
}

function skipped(name: string, why: string): Check {
  return { name, ok: null, detail: `not checked: ${why}`, fix: null };
}

/** @param profile null where it could not be read. */
export function checkOrigin(origin: string | undefined, profile: ServiceClient | null): Check {
  const name = "origin";
  if (origin === undefined) return skipped(name, "give one with --origin");
  if (profile === null) return skipped(name, "it needs the profile");
  if (isRegisteredOrigin(origin, profile.allowedOrigins)) return passed(name, `${origin} is registered`);
  const fix = `Ask an operator to register it for ${profile.name}, exactly as browsers send it: scheme, host and port, no slash at the end. Registered: ${listed(profile.allowedOrigins)}.`;
  return failed(name, `${origin} is not registered`, fix);
}

/** @param profile null where it could not be read. */
export function checkReturnUrl(url: string | undefined, profile: ServiceClient | null): Check {
  const name = "return URL";
  if (url === undefined) return skipped(name, "give one with --return-url");
  if (profile === null) return skipped(name, "it needs the profile");
  if (isRegisteredReturnUrl(url, profile.allowedReturnUrls)) return passed(name, `${url} is registered`);
  const fix = `Ask an operator to register it, or a path above it, for ${profile.name}. Registered: ${listed(profile.allowedReturnUrls)}.`;
  return failed(name, `${url} is not registered, or not in a form that is accepted`, fix);
}

function listed(values: readonly string[]): string {
  return values.length === 0 ? "none" : values.join(", ");
}

/** Liveness and readiness of the server. */
export function checkApi(url: string, health: Look, readiness: Look): Check {
  const name = "API";
  if ("failure" in health) {
    return failed(name, `${url}: ${health.failure}`, "Check SVC_API_URL, the network, and that the server runs.");
  }
  if (health.status !== 200) {
    const fix = "Check that SVC_API_URL is the server's own base URL and that no proxy answers in its place.";
    return failed(name, `${url}/healthz answered ${health.status}`, fix);
  }
  if ("failure" in readiness) {
    return failed(
      name,
      `${url}/readyz: ${readiness.failure}`,
      "Ask the operator: the server runs and does not answer.",
    );
  }
  if (readiness.status !== 200) {
    const fix = "Ask the operator: the server runs and is not ready. Its log says why.";
    return failed(name, `${url}/readyz answered ${readiness.status}`, fix);
  }
  return passed(name, `${url} is alive and ready${isSandbox(readiness.text) ? " (a sandbox)" : ""}`);
}

/** The docs origin and its `/llms.txt` (llmstxt.org: a Markdown file that begins with a heading). */
export function checkDocs(url: string, llms: Look): Check {
  const name = "docs";
  if ("failure" in llms) {
    return failed(name, `${url}: ${llms.failure}`, "Check SVC_DOCS_URL (SVC_API_URL where it is not set).");
  }
  if (llms.status !== 200 || !/^\uFEFF?# /.test(llms.text)) {
    const detail = llms.status === 200 ? "is no llms.txt: it does not begin with a heading" : `answered ${llms.status}`;
    return failed(name, `${url}/llms.txt ${detail}`, "Check that SVC_DOCS_URL is the docs origin of this deployment.");
  }
  return passed(name, `${url} serves /llms.txt`);
}

/** This machine's clock against the server's. */
export function checkClock(health: Look): Check {
  const name = "clock";
  if ("failure" in health) return skipped(name, "the API does not answer");
  if (health.dateMs === null) return skipped(name, "the API sends no Date");
  const skewMs = health.lookedAtMs - health.dateMs;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= clockSkewMaxMs) return passed(name, `within ${clockSkewMaxMs / 1000} s of the server's`);
  const detail = `${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the server's`;
  return failed(name, detail, "Set this machine's clock, or the server's, by NTP.");
}

function isSandbox(text: string): boolean {
  return objectOf(text)["sandbox"] === true;
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
