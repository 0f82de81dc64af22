/**
 * `svc-server doctor`: all checks, in the order of its output, which has a line for each finding and counts them by
 * kind. docs/before-you-go-live.md has a section with the same title for each group and check; a test compares them.
 */
import { coloredState } from "@svc/contract/terminal";
import type { OperatorDeployment, OperatorEnvironment } from "../environment.ts";
import type { OperatorIo } from "../io.ts";
import type { Check, CheckStatus, Finding, Subject, CheckGroup } from "./check.ts";
import {
  auditRetention,
  oauthApps,
  serviceClients,
  unknownOutcomes,
  backups,
  bufferingProxy,
  exportedHeads,
  restoreTest,
} from "./operation.ts";
import {
  completion,
  connectOrigin,
  metricsListener,
  publicUrl,
  server,
  consoleCheck,
  backgroundWork,
} from "./network.ts";
import { configuration, ownProviders, ownServers, providers } from "./providers.ts";
import { clock, database, durability, disks, fileSystem, sqliteLog } from "./database.ts";
import {
  databaseFiles,
  fileOwners,
  keyServices,
  secretFiles,
  secretsInVariables,
  vaultKeyFile,
  vault,
  vaultKeys,
} from "./files.ts";
import { codeVersion, coreDumps, debuggerCheck, openFiles } from "./machine.ts";
import { companySignIn } from "./sign-in.ts";
import { proxyInFront } from "./through.ts";
import { acceptedDatabase, replication, rowLevelSecurity, databaseUser, tlsToPostgres } from "./postgres.ts";

/** The groups, with their checks. */
export const doctorGroups: readonly CheckGroup[] = [
  { title: "Settings", checks: [configuration, oauthApps, ownProviders, ownServers] },
  {
    title: "Network",
    checks: [
      publicUrl,
      proxyInFront,
      bufferingProxy,
      connectOrigin,
      completion,
      consoleCheck,
      companySignIn,
      metricsListener,
      server,
      providers,
    ],
  },
  {
    title: "Database and disks",
    checks: [
      database,
      durability,
      clock,
      tlsToPostgres,
      databaseUser,
      rowLevelSecurity,
      acceptedDatabase,
      replication,
      disks,
      fileSystem,
      sqliteLog,
    ],
  },
  {
    title: "Vault and files",
    checks: [vault, vaultKeys, keyServices, vaultKeyFile, secretFiles, secretsInVariables, databaseFiles, fileOwners],
  },
  { title: "Process", checks: [codeVersion, coreDumps, debuggerCheck, openFiles] },
  {
    title: "Operation",
    checks: [serviceClients, unknownOutcomes, backgroundWork, auditRetention, backups, restoreTest, exportedHeads],
  },
];

/** Thrown after printing all findings if a check failed. */
export class DoctorFailure extends Error {
  override readonly name = "DoctorFailure";
}

/** A line of output. */
type Line = {
  id: string;
  group: string;
  name: string;
  status: CheckStatus;
  detail: string;
  remedy: string | null;
  isUnused: boolean;
};

const unusedLabel = "-   ";
const labels = { ok: "ok  ", look: "look", warn: "warn", fail: "FAIL" } as const;

/**
 * Runs all checks. It changes nothing, creates no database and applies no migration.
 * @param options.reachProviders whether to try connections to providers. @param options.through the URL of the proxy in
 * front of the server, to send requests through it.
 * @throws DoctorFailure if a check failed.
 */
export async function diagnose(
  io: OperatorIo,
  environment: OperatorEnvironment,
  options: { format: "table" | "json"; sandbox?: boolean; reachProviders?: boolean; through?: string },
): Promise<void> {
  const setting = environment.setting();
  const opened = setting === null ? null : await open(environment, options.sandbox);
  const deployment = opened !== null && "deployment" in opened ? opened.deployment : null;
  const fault = opened !== null && "fault" in opened ? opened.fault : null;
  try {
    const { reachProviders = false } = options;
    const through = options.through?.replace(/\/+$/, "") ?? null;
    const subject = { environment, setting, deployment, reachProviders, through };
    print(io, options.format, { envFile: environment.envFile, lines: await collectLines(subject, fault) });
  } finally {
    await deployment?.close();
  }
}

/** The title of the check that reports why the database couldn't be opened. */
const openingTitle = "database";

async function collectLines(subject: Subject, openingFault: string | null): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { title: group, checks } of doctorGroups) {
    for (const one of checks) {
      const isOpening = one.title === openingTitle && openingFault !== null;
      const findings: Finding[] = isOpening ? [{ status: "fail", detail: openingFault }] : await runCheck(one, subject);
      for (const { name = one.title, status, detail, remedy = null, isUnused = false } of findings) {
        lines.push({ id: one.id, group, name, status, detail, remedy, isUnused });
      }
    }
  }
  return lines;
}

async function runCheck(one: Check, subject: Subject): Promise<Finding[]> {
  try {
    return [await one.run(subject)].flat();
  } catch {
    // A foreign error's text isn't shown, because it may quote anything.
    return [{ status: "fail", detail: "couldn't be checked: is the database available?" }];
  }
}

type Opening = { deployment: OperatorDeployment } | { fault: string };

async function open(environment: OperatorEnvironment, sandbox: boolean | undefined): Promise<Opening> {
  try {
    return { deployment: await environment.open(sandbox, "none") };
  } catch (error) {
    // Our startup errors are one line that says how to fix them. Others aren't shown.
    const own = error instanceof Error && /^(?:StoreStartError|VaultStartError|ConfigError)$/.test(error.name);
    return { fault: own ? error.message : "couldn't be opened: is the database available?" };
  }
}

/** @throws DoctorFailure */
function print(
  io: OperatorIo,
  format: "table" | "json",
  { envFile, lines }: { envFile: string | null; lines: readonly Line[] },
): void {
  const count = (status: CheckStatus): number => lines.filter((line) => line.status === status).length;
  const summary = { ok: count("ok"), look: count("look"), warn: count("warn"), fail: count("fail") };
  const ok = summary.fail === 0;
  const checks = lines.map(({ isUnused: _isUnused, ...line }) => line);
  if (format === "json") io.out(`${JSON.stringify({ ok, envFile, summary, checks }, null, 2)}\n`);
  else io.out(`${judgedText(envFile)}\n\n${formatLines(lines, summary, io.surface?.().color ?? false)}`);
  if (!ok) throw new DoctorFailure("A check failed.");
}

/** States which variables the findings are about: a shell rarely has those that the server was started with. */
function judgedText(envFile: string | null): string {
  if (envFile !== null) return `Checked: the variables in ${envFile}`;
  return "Checked: the environment of this shell. If the server gets its variables from a file, pass it with --env-file.";
}

function formatLines(
  lines: readonly Line[],
  { ok, look, warn, fail }: Record<CheckStatus, number>,
  color: boolean,
): string {
  const groups = Map.groupBy(lines, ({ group }) => group);
  const text = [...groups].map(([group, own]) => `${group}\n${own.map((line) => formatLine(line, color)).join("")}\n`);
  const parts = [
    `${fail} failed`,
    `${warn} ${warn === 1 ? "warning" : "warnings"}`,
    `${look} to check yourself`,
    `${ok} ok`,
  ];
  return `${text.join("")}${parts.join(", ")}. docs/before-you-go-live.md explains each line.\n`;
}

function formatLine({ name, status, detail, remedy, isUnused }: Line, color: boolean): string {
  const label = isUnused ? unusedLabel : labels[status];
  return `${color ? coloredState(label) : label}  ${name}: ${detail}${remedy === null ? "" : `; ${remedy}`}\n`;
}
