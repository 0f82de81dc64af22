/** What `svc-server doctor` says of the audit trail's retention. */
import { stoppedChains } from "../../../domain/audit/retention.ts";
import type { ServiceClock } from "../../../domain/clock/service-clock.ts";
import { dayMs } from "../../../domain/clock/units.ts";
import { deploymentCheck, type Finding } from "./check.ts";
import type { OperatorDeployment, Setting } from "../environment.ts";

/** Looks for chains that retention must leave alone, because the events that are old enough to be removed do not verify. */
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
      detail: "what is old enough to be removed verifies; svc-server audit verify checks it all",
    };
  }
  const chain = first.clientId === "" ? "the deployment's chain" : `the chain of ${first.clientId}`;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const detail =
    `stopped: event ${first.fault.seq} of ${chain}${more}: ${first.fault.reason}; ` +
    'see docs/audit.md, "When retention stops"';
  return { status: "fail", detail };
}

/** Old events that verify. */
export const auditRetention = deploymentCheck("audit retention", (deployment, { setting }) =>
  setting === null ? { status: "look", detail: "not looked at" } : auditFinding(deployment, setting),
);
