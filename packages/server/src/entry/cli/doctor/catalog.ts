/**
 * All checks of the doctor, in the order of its output. docs/before-you-go-live.md has a section with the same title
 * for each group and check; a test compares them.
 */
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
import type { CheckGroup } from "./check.ts";
import { completion, connectOrigin, metricsListener, publicUrl, server, consoleCheck } from "./network.ts";
import { configuration, ownProviders, ownServers, providers } from "./providers.ts";
import { clock, database, durability, disks, fileSystem, sqliteLog } from "./database.ts";
import { databaseFiles, fileOwners, secretFiles, secretsInVariables, vaultKeyFile, vault, vaultKeys } from "./files.ts";
import { codeVersion, coreDumps, debuggerCheck, openFiles } from "./machine.ts";
import { backgroundWork } from "./server-checks.ts";
import { acceptedDatabase, replication, rowLevelSecurity, databaseUser, tlsToPostgres } from "./postgres.ts";

/** The groups, with their checks. */
export const doctorGroups: readonly CheckGroup[] = [
  { title: "Settings", checks: [configuration, oauthApps, ownProviders, ownServers] },
  {
    title: "Network",
    checks: [publicUrl, bufferingProxy, connectOrigin, completion, consoleCheck, metricsListener, server, providers],
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
    checks: [vault, vaultKeys, vaultKeyFile, secretFiles, secretsInVariables, databaseFiles, fileOwners],
  },
  { title: "Process", checks: [codeVersion, coreDumps, debuggerCheck, openFiles] },
  {
    title: "Operation",
    checks: [serviceClients, unknownOutcomes, backgroundWork, auditRetention, backups, restoreTest, exportedHeads],
  },
];
