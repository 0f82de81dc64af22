/** Doctor: what the running server itself finds, which only its metrics listener tells. */
import { settingCheck, type Finding } from "./check.ts";
import type { OperatorEnvironment, Setting } from "../environment.ts";

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

function fieldOf(document: unknown, name: string): unknown {
  return typeof document === "object" && document !== null ? (document as Record<string, unknown>)[name] : undefined;
}

const shownCharsMax = 300;

/** A text as another program may have written it, without anything that could act on a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, shownCharsMax);
}
