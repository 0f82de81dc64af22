/**
 * `svc-server backup`, `restore-check` and `idempotency-keys`: copies the database, shows what it contains, and refuses
 * old keys after a restore.
 */
import { resolve } from "node:path";
import { dayMs } from "../../domain/clock/units.ts";
import { timestamp, timestampOrNull } from "../../domain/clock/timestamp.ts";
import type { OperatorDeployment } from "./environment.ts";
import { writesState, type WritesState } from "../../domain/failover/status.ts";
import { changedMeanwhile, checkNext } from "./failover.ts";
import { OperatorFailure, type OperatorIo, createProgress, wholeNumber, readTime } from "./io.ts";

/** Options of `idempotency-keys expire`. */
export type ExpireKeysOptions = { before?: string; undatedUntil?: string; clear?: boolean };

/**
 * Copies the database to a file while a server uses it.
 * @throws OperatorFailure on PostgreSQL, and StoreCopyError if the file can't be written.
 */
export async function backUp(deployment: OperatorDeployment, { to }: { to: string }): Promise<object> {
  const { copyTo, restores, platform } = deployment;
  if (copyTo === null) {
    throw new OperatorFailure("Back up a PostgreSQL database with pg_dump or pg_basebackup; see docs/backup.md.");
  }
  const path = resolve(to);
  const at = platform.nowMs();
  const { warning } = copyTo(path);
  const newestExecutionAt = await restores.newestExecutionAt();
  const made = { file: path, createdAt: timestamp(at), newestExecutionAt: timestampOrNull(newestExecutionAt || null) };
  return warning === null ? made : { ...made, warning };
}

/**
 * Shows whether servers send writes from this database, and its contents, to compare them with notes from before a
 * loss.
 */
export async function checkRestore(io: OperatorIo, { restores, fence, platform }: OperatorDeployment): Promise<object> {
  const progress = createProgress(io, platform);
  const contents = await restores.contents((table, counted) =>
    progress(() => `counted ${wholeNumber(counted)} rows of ${table}`),
  );
  const { schema, rows, newestExecutionAt, newestAuditEventAt, auditHeads } = contents;
  const expiry = await restores.keyExpiry();
  const copiedAt = await restores.copiedAt();
  // On SQLite, a server refuses to start on a marked copy.
  const onSqlite: WritesState = { writes: copiedAt === null ? "open" : "stopped", reason: null };
  return {
    schema,
    ...(fence === null ? onSqlite : writesState(await fence.read())),
    copiedAt: timestampOrNull(copiedAt),
    keysBefore: timestampOrNull(expiry?.before ?? null),
    undatedUntil: timestampOrNull(expiry?.undatedUntil ?? null),
    newestExecutionAt: timestampOrNull(newestExecutionAt || null),
    newestAuditEventAt: timestampOrNull(newestAuditEventAt || null),
    rows,
    auditHeads: auditHeads.map(({ clientId, seq, hash }) => ({ service_client_id: clientId || null, seq, hash })),
    checkNext,
  };
}

/**
 * Sets or clears the time before which keys are refused. Every replica applies it within a second. If writes are
 * stopped because this is another database or an earlier state, setting it also accepts the database, as
 * `failover accept` does.
 * @throws OperatorFailure for missing or invalid times.
 */
export async function expireKeys(deployment: OperatorDeployment, options: ExpireKeysOptions): Promise<object> {
  const { restores, platform } = deployment;
  if (options.clear === true) {
    if (options.before !== undefined || options.undatedUntil !== undefined) {
      throw new OperatorFailure("--clear can't be combined with other options.");
    }
    await restores.clearKeyExpiry();
    return { keysBefore: null, undatedUntil: null };
  }
  const nowMs = platform.nowMs();
  const before = readTime("--before", options.before, nowMs);
  const undatedUntil =
    options.undatedUntil === undefined ? nowMs + dayMs : readTime("--undated-until", options.undatedUntil, nowMs);
  if (before > nowMs) throw new OperatorFailure("--before is in the future: callers will create keys until then.");
  const expiry = { keysBefore: timestamp(before), undatedUntil: timestamp(undatedUntil) };
  const reading = (await deployment.fence?.read()) ?? null;
  const accepts = reading !== null && writesState(reading).writes === "stopped";
  const epoch = accepts ? { epoch: reading.row.epoch + 1 } : {};
  const data = { ...expiry, ...epoch };
  const keys = { before, undatedUntil };
  if (!accepts) return { ...expiry, accepted: false, ...(await restores.expireKeys(keys, data)), checkNext };
  const recorded = { type: "idempotency_keys.expired", data } as const;
  const ended = (await deployment.fence?.accept(reading, { keys, recorded })) ?? null;
  if (ended === null) throw new OperatorFailure(changedMeanwhile);
  return { ...expiry, accepted: true, ...ended, checkNext };
}
