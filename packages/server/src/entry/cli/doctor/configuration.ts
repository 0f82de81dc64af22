/** Doctor: the SVC_… variables. */
import { check, type Finding } from "./check.ts";

/** Variables of the CLI and the SDK, which may be set in the same environment. */
const variablesOfCallers: ReadonlySet<string> = new Set(["SVC_API_URL", "SVC_TOKEN", "SVC_TENANT_ID"]);

/** Checks all variables and reports all faults. */
export const configuration = check("configuration", ({ environment }) => {
  const faults = environment.configurationFaults().map((detail): Finding => ({ status: "fail", detail }));
  const typos = environment.unreadVariables().filter((variable) => !variablesOfCallers.has(variable));
  const unread = typos.map((variable): Finding => {
    return { status: "warn", detail: `${variable} is set, but nothing reads it`, remedy: "check its name for a typo" };
  });
  if (faults.length + unread.length > 0) return [...faults, ...unread];
  return { status: "ok", detail: "every variable is valid" };
});
