/** `svc-server audit`: verifies the trail, also against exported heads, and exports it. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Administration } from "../../domain/administration/port.ts";
import { createAudit } from "../../domain/journal/entry.ts";
import { exportTrail, readHead, type ExportLine } from "../../domain/journal/export.ts";
import type { SignedHead } from "../../domain/journal/signed.ts";
import { verifyChain, type ChainReport } from "../../domain/journal/verify.ts";
import { timestamp } from "../../domain/clock/timestamp.ts";
import type { OperatorDeployment } from "./environment.ts";
import { type OperatorIo, createProgress, wholeNumber } from "./io.ts";

/** The trail is broken, or the command's options are invalid; one line. */
export class AuditFailure extends Error {
  override readonly name = "AuditFailure";
}

/** Options of `audit verify`. */
export type VerifyOptions = { format: "table" | "json"; client?: string; head?: string };

/** Options of `audit export`. */
export type ExportOptions = { format: "table" | "json"; client?: string; since?: string; headsOnly?: boolean };

/**
 * Verifies every chain and prints one line per chain.
 * @throws AuditFailure if one is broken, or the file of heads can't be used.
 */
export async function verifyAudit(
  io: OperatorIo,
  deployment: OperatorDeployment,
  options: VerifyOptions,
): Promise<void> {
  const heads = options.head === undefined ? [] : await readHeadFile(options.head);
  const chosen = await findChains(deployment, options.client, heads);
  const headsOf = Map.groupBy(heads, (head) => head.service_client_id ?? "");
  const progress = createProgress(io, deployment.platform);
  const reports: ChainReport[] = [];
  let verified = 0;
  for (const clientId of chosen) {
    const onRead = (events: number): void =>
      progress(() => `verified ${wholeNumber(verified + events)} events of ${reports.length + 1} chains`);
    const own = headsOf.get(clientId) ?? [];
    const report = await verifyChain(deployment.audit, deployment.signing, clientId, own, onRead);
    verified += report.events;
    reports.push(report);
    if (options.format === "table") io.out(`${formatReport(report)}\n`);
  }
  const ok = reports.every((report) => report.ok);
  if (options.format === "json") io.out(`${JSON.stringify({ ok, chains: reports }, null, 2)}\n`);
  if (!ok) {
    const broken = reports.filter((report) => !report.ok).length;
    throw new AuditFailure(`The audit trail is broken: ${broken} of ${reports.length} chains don't verify.`);
  }
}

/** The same for a server elsewhere, which has no files of heads. @throws AuditFailure */
export async function verifyRemoteAudit(
  io: OperatorIo,
  administration: Pick<Administration, "verifyAuditTrail">,
  { client, head, format }: VerifyOptions,
): Promise<void> {
  if (head !== undefined) throw new AuditFailure("--head works only on the machine: the file of heads isn't sent.");
  const query = client === undefined ? {} : { serviceClient: client };
  const { ok, chains } = await administration.verifyAuditTrail({ query });
  if (format === "json") io.out(`${JSON.stringify({ ok, chains }, null, 2)}\n`);
  else for (const chain of chains) io.out(`${formatReport(chain as ChainReport)}\n`);
  if (!ok) throw new AuditFailure("The audit trail is broken.");
}

function formatReport({
  service_client_id,
  broken,
  events,
  firstSeq,
  seq,
  headsChecked,
  headsOutdated,
}: ChainReport): string {
  const name = service_client_id ?? "(deployment)";
  if (broken !== null) return `FAIL  ${name}: event ${broken.seq}: ${broken.reason}`;
  const against = headsChecked === 0 ? "" : `, against ${headsChecked} exported head(s)`;
  const range = events === 0 ? "no retained events" : `${events} events, ${firstSeq} to ${seq}`;
  const outdated =
    headsOutdated === 0 ? "" : `; ${headsOutdated} head(s) are older than the retained events and prove nothing`;
  return `ok    ${name}: ${range}${against}${outdated}`;
}

/** Prints the chains' events and signed heads as JSON Lines, or as text with one line each. @throws AuditFailure */
export async function exportAudit(
  io: OperatorIo,
  deployment: OperatorDeployment,
  options: ExportOptions,
): Promise<void> {
  const since = options.since === undefined ? 0 : Date.parse(options.since);
  if (!Number.isFinite(since)) throw new AuditFailure("--since must be a time such as 2026-01-31T00:00:00Z.");
  const clientIds = await findChains(deployment, options.client, []);
  const at = timestamp(deployment.platform.nowMs());
  const headsOnly = options.headsOnly === true;
  const { audit, signing } = deployment;
  const exporting = (head: SignedHead): Promise<void> => recordExport(deployment, head, { since, headsOnly });
  const progress = createProgress(io, deployment.platform);
  let printed = 0;
  for await (const line of exportTrail(audit, signing, { clientIds, since, headsOnly, at, exporting })) {
    io.out(`${options.format === "json" ? JSON.stringify(line) : formatExportLine(line)}\n`);
    await io.drained?.();
    printed += 1;
    progress(() => `exported ${wholeNumber(printed)} lines`);
  }
}

/** Records `audit.exported` in the exported chain: the last event and its hash, and what was left out. */
async function recordExport(
  { audit, platform, newId }: OperatorDeployment,
  { service_client_id, seq, hash }: SignedHead,
  { since, headsOnly }: { since: number; headsOnly: boolean },
): Promise<void> {
  const about = {
    clientId: service_client_id ?? "",
    tenantId: "",
    subject: service_client_id ?? "",
    actor: "operator",
  } as const;
  const data = { seq, hash, headsOnly, since: since === 0 ? "" : timestamp(since) };
  await createAudit(audit, { platform, newId }).record({ type: "audit.exported", ...about, data });
}

function formatExportLine(line: ExportLine): string {
  if ("head" in line)
    return `head  ${line.head.service_client_id ?? "(deployment)"}  ${line.head.seq}  ${line.head.hash}`;
  const { createdAt, seq, type, subject, actor, data } = line.event;
  return [createdAt, seq, type, subject ?? "-", actor, JSON.stringify(data)].join("  ");
}

/** The ids of the requested chains; without a client, every chain of the database and of the heads. */
async function findChains(
  { audit, serviceClients }: OperatorDeployment,
  client: string | undefined,
  heads: readonly SignedHead[],
): Promise<string[]> {
  if (client === undefined) {
    const named = heads.map((head) => head.service_client_id ?? "");
    return [...new Set([...(await audit.chainIds()), ...named])].sort();
  }
  const row = await serviceClients.findByIdOrName(client);
  if (row === null) throw new AuditFailure("No service client has this id or this unambiguous name.");
  return [row.id];
}

/** Reads the heads line by line, because an export of events can be larger than the memory. */
async function readHeadFile(path: string): Promise<SignedHead[]> {
  const heads: SignedHead[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
      const found = readHead(line);
      if (found === null) throw new AuditFailure("The --head file isn't an export of svc-server audit export.");
      if (found !== "none") heads.push(found);
    }
  } catch (error) {
    throw error instanceof AuditFailure ? error : new AuditFailure("The --head file can't be read.");
  }
  if (heads.length === 0) throw new AuditFailure("The --head file contains no head.");
  return heads;
}
