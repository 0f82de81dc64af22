/** Doctor: the SVC_… variables. */
import { check, type Finding } from "./check.ts";

/** Checks all variables and reports all faults. */
export const configuration = check("configuration", ({ environment }) => {
  const faults = environment.configurationFaults().map((detail): Finding => ({ status: "fail", detail }));
  const warnings = environment
    .variableWarnings()
    .map(({ detail, remedy }): Finding => ({ status: "warn", detail, remedy }));
  if (faults.length + warnings.length > 0) return [...faults, ...warnings];
  return { status: "ok", detail: "every variable is valid" };
});
