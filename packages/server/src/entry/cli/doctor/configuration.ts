/** The doctor's look at the variables themselves. */
import { check, type Finding } from "./check.ts";

/** Variables of the command line and the SDK, which may be set in the same environment. */
const variablesOfCallers: ReadonlySet<string> = new Set(["SVC_API_URL", "SVC_TOKEN", "SVC_TENANT_ID"]);

/** Every variable, with all faults at once. */
export const configuration = check("configuration", ({ environment }) => {
  const faults = environment.configurationFaults().map((detail): Finding => ({ status: "fail", detail }));
  const slips = environment.unreadVariables().filter((variable) => !variablesOfCallers.has(variable));
  const unread = slips.map((variable): Finding => {
    return { status: "warn", detail: `${variable} is set and nothing reads it`, remedy: "look for a slip in its name" };
  });
  if (faults.length + unread.length > 0) return [...faults, ...unread];
  return { status: "ok", detail: "every variable can be used" };
});
