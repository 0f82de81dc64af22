/** What `svc-server doctor` says of the audit trail's retention. */
import { stoppedChains, type RetentionDeps } from "../audit/retention.ts";
import type { Check } from "./check.ts";
import type { OperatorDeployment, Setting } from "./environment.ts";

const dayMs = 86_400_000;

/** Looks for chains that retention must leave alone, because the events that are old enough to be removed do not verify. */
export async function auditCheck(
  { audit, signing, clock }: Pick<OperatorDeployment, "audit" | "signing"> & Pick<RetentionDeps, "clock">,
  { auditRetentionDays }: Pick<Setting, "auditRetentionDays">,
): Promise<Check> {
  const name = "audit retention";
  const [first, ...others] = await stoppedChains({
    trail: audit,
    signing,
    clock,
    keptMs: auditRetentionDays * dayMs,
  });
  if (first === undefined) {
    return {
      name,
      status: "ok",
      detail: "what is old enough to be removed verifies; svc-server audit verify checks it all",
    };
  }
  const chain = first.clientId === "" ? "the deployment's chain" : `the chain of ${first.clientId}`;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const detail =
    `stopped: event ${first.fault.seq} of ${chain}${more}: ${first.fault.reason}; ` +
    'see docs/audit.md, "When retention stops"';
  return { name, status: "fail", detail };
}
