/** Imports a list line by line and records each step, so an import can be stopped and continued. */
import { setTimeout as sleep } from "node:timers/promises";
import { exitCodeOf, type ImportedConnection } from "@svc/contract";
import { ApiError, ArgumentError, SvcError, type TenantScope } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { readImportList, type ImportLine } from "./import-list.ts";
import { openReport, type ImportReport, type ImportStep } from "./import-report.ts";

export type ImportFiles = { list: string; report: string; dryRun: boolean };

/** Codes that mean every other line would fail too. */
const endsAll: ReadonlySet<string | null> = new Set(["UNAUTHENTICATED", "IMPORT_NOT_ALLOWED"]);
/** Codes after which the key may still have created the connection. */
const provesNothing: ReadonlySet<string | null> = new Set([
  "INTERNAL",
  "IDEMPOTENCY_KEY_REUSED",
  "IDEMPOTENCY_KEY_IN_PROGRESS",
  "IDEMPOTENCY_RESULT_EXPIRED",
]);
/** The most waits for `Retry-After` for one line, and the longest single wait. */
const waitsMax = 10;
const waitSecondsMax = 60;

/** @throws CommandFailure exit 1 if a line wasn't imported; its lines are in the report. */
export async function importFile(context: Context, { list, report: path, dryRun }: ImportFiles): Promise<void> {
  const lines = readImportList(context.io, list);
  const report = openReport(context.io, path);
  const tenants = tenantsBy(context);
  const counts = { total: lines.length, done: 0, skipped: 0, failed: 0 };
  for (const [index, line] of lines.entries()) {
    const last = report.last(line.id, dryRun);
    if (last !== null && (last.status === "imported" || last.status === "verified")) {
      counts.skipped += 1;
      continue;
    }
    const key = last?.status === "sent" ? last.key : context.io.newKey();
    const begun: ImportStep = { id: line.id, dryRun, status: "sent", key };
    let step: ImportStep;
    try {
      step = await importLine(tenants, line, begun, report);
    } catch (error) {
      step = failedStep(begun, error);
      report.add(step);
      if (error instanceof ApiError && endsAll.has(error.code)) throw error;
    }
    if (step.status === "imported" || step.status === "verified") counts.done += 1;
    else counts.failed += 1;
    context.say(`${index + 1}/${lines.length} ${line.id} ${describe(step)}`);
  }
  context.show({ dryRun, ...counts });
  if (counts.failed === 0) return;
  const detail = `${counts.failed} of ${counts.total} failed. Their codes are in the report. Run the same command again to continue.`;
  throw new CommandFailure(1, detail, null);
}

/** Looks up each tenant once. */
function tenantsBy(context: Context): (named: string | undefined) => Promise<TenantScope> {
  const client = context.client();
  const known = new Map<string | undefined, TenantScope>();
  return async (named) => {
    const tenant = known.get(named) ?? client.tenant(await context.tenantId(named));
    known.set(named, tenant);
    return tenant;
  };
}

async function importLine(
  tenants: (named: string | undefined) => Promise<TenantScope>,
  { id: _id, tenant: named, ...fields }: ImportLine,
  begun: ImportStep,
  report: ImportReport,
): Promise<ImportStep> {
  const tenant = await tenants(named);
  const body = { ...fields, ...(begun.dryRun ? { dryRun: true } : {}) };
  // The key is on disk before it's used, so if this run is killed, the next one continues with the same key.
  report.add(begun);
  const { connection } = await whileLimited(() => tenant.connections.import(body, { idempotencyKey: begun.key }));
  const step: ImportStep =
    connection === null
      ? { ...begun, status: "verified" }
      : { ...begun, status: "imported", connection_id: connection.id };
  report.add(step);
  return step;
}

/** Resends after `Retry-After` while the server is at its limit. */
async function whileLimited(send: () => Promise<ImportedConnection>): Promise<ImportedConnection> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send();
    } catch (error) {
      const mayWait = error instanceof ApiError && (error.code === "RATE_LIMITED" || error.code === "OVERLOADED");
      if (!mayWait || waits >= waitsMax) throw error;
      await sleep(Math.min(error.retryAfterSeconds ?? 1, waitSecondsMax) * 1000);
    }
  }
}

/**
 * Returns the step after an error: `failed` only if a response proves that nothing was created.
 *
 * @throws other errors.
 */
function failedStep(begun: ImportStep, error: unknown): ImportStep {
  if (error instanceof CommandFailure && error.exitCode === exitCodeOf("TENANT_NOT_FOUND")) {
    return { ...begun, status: "failed", code: "TENANT_NOT_FOUND" };
  }
  if (!(error instanceof SvcError)) throw error;
  if (error instanceof ArgumentError) return { ...begun, status: "failed", code: error.code };
  if (!(error instanceof ApiError)) return begun;
  const code = error.code === null ? {} : { code: error.code };
  const isKnown = error.code !== null && !provesNothing.has(error.code);
  return { ...begun, status: isKnown ? "failed" : "sent", ...code };
}

function describe({ status, connection_id: id, code = "no response" }: ImportStep): string {
  if (status === "imported") return `imported ${id ?? ""}`;
  if (status === "verified") return "verified";
  return status === "failed" ? `failed: ${code}` : `unknown: ${code}`;
}
