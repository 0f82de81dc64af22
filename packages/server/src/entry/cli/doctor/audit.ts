/** Doctor: the audit trail's retention. */
import { stoppedChains } from "../../../domain/journal/retention.ts";
import type { ServiceClock } from "../../../domain/clock/service-clock.ts";
import { dayMs } from "../../../domain/clock/units.ts";
import { deploymentCheck, type Finding } from "./check.ts";
import type { OperatorDeployment, Setting } from "../environment.ts";

/** Finds chains that retention doesn't touch, because events old enough to be removed don't verify. */
export async function auditFinding(
  { audit, signing, clock }: Pick<OperatorDeployment, "audit" | "signing"> & { clock: Pick<ServiceClock, "confirmed"> },
  { auditRetentionDays }: Pick<Setting, "auditRetentionDays">,
): Promise<Finding> {
  const [first, ...others] = await stoppedChains({
    trail: audit,
    signing,
    clock,
    keptMs: auditRetentionDays * dayMs,
  });
  if (first === undefined) {
    return {
      status: "ok",
      detail: "events old enough to be removed verify; run svc-server audit verify to check all",
    };
  }
  const chain = first.clientId === "" ? "the deployment's chain" : `the chain of ${first.clientId}`;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const detail =
    `stopped: event ${first.fault.seq} of ${chain}${more}: ${first.fault.reason}; ` +
    'see docs/audit.md, "When retention stops"';
  return { status: "fail", detail };
}

/** Whether old events verify. */
export const auditRetention = deploymentCheck("audit retention", (deployment, { setting }) =>
  setting === null ? { status: "look", detail: "not checked" } : auditFinding(deployment, setting),
);
