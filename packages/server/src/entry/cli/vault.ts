/**
 * `svc-server vault`: shows the vault's status, and changes root keys and tenant keys. Changes are recorded in the
 * deployment's journal.
 */
import type { TrailTypeName } from "../../domain/journal/types.ts";
import { createAudit } from "../../domain/journal/entry.ts";
import { timestamp } from "../../domain/clock/timestamp.ts";
import type { OperatorDeployment } from "./environment.ts";
import { OperatorFailure, type OperatorIo, createProgress, wholeNumber } from "./io.ts";

/** Returns the vault's status. Prints on standard error what it has counted so far. */
export async function showVaultStatus(io: OperatorIo, deployment: OperatorDeployment): Promise<object> {
  const progress = createProgress(io, deployment.platform);
  return await deployment.vault.status((what, counted) => progress(() => `counted ${wholeNumber(counted)} ${what}`));
}

/**
 * Gives new keys to one tenant or all. First prints on standard error the command that continues an interrupted run.
 * @throws OperatorFailure if `since` is invalid, or the tenant has no key.
 */
export async function rekeyVault(
  io: OperatorIo,
  deployment: OperatorDeployment,
  { tenant, since }: { tenant?: string; since?: string },
): Promise<object> {
  const sinceMs = since === undefined ? deployment.platform.nowMs() : Date.parse(since);
  if (!Number.isFinite(sinceMs)) throw new OperatorFailure("--since must be a time such as 2026-01-31T00:00:00Z.");
  const began = timestamp(sinceMs);
  io.err(`If this is interrupted, continue with: svc-server vault rekey --since ${began}\n`);
  const progress = createProgress(io, deployment.platform);
  const rekeyed = await deployment.vault.rekey({
    tenantId: tenant ?? null,
    sinceMs,
    onProgress: ({ tenantKeys, credentials }) =>
      progress(() => `${wholeNumber(tenantKeys)} new keys, ${wholeNumber(credentials)} credentials resealed`),
  });
  if (tenant !== undefined && rekeyed.tenants === 0) throw new OperatorFailure("No tenant with this id has a key.");
  await record(deployment, "vault.rekeyed", tenant ?? "", { ...rekeyed, since: began });
  return { since: began, ...rekeyed };
}

async function record(
  { audit, platform, newId }: OperatorDeployment,
  type: TrailTypeName,
  subject: string,
  data: Readonly<Record<string, string | number>>,
): Promise<void> {
  const event = { clientId: "", tenantId: "", subject, actor: "operator", data } as const;
  await createAudit(audit, { platform, newId }).record({ type, ...event });
}
