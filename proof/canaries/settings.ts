/** The configuration of a server: every secret in it is a canary, in a variable or in a file. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { freePort } from "../../tools/free-port.ts";
import type { Engine, ServerHome } from "../../conformance/harness/index.ts";
import type { RegisteredApp } from "../../conformance/harness/oauth/authorization-server.ts";
import type { CanaryRegistry } from "./registry.ts";
import type { CrashWay } from "./crash-gate.ts";
import type { Receiver } from "./receiver.ts";
import { asciiSecret } from "./shapes.ts";

/** The context for all lives' settings. */
export interface SettingsContext {
  readonly engine: Engine;
  readonly home: ServerHome;
  /** Of webhooks and traces. */
  readonly receiver: Receiver;
  /** The authorization server's app for each life. */
  readonly apps: readonly RegisteredApp[];
  readonly registry: CanaryRegistry;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** For files that aren't a server's output: secret files, input files, crash orders. */
  readonly folder: string;
  /** A part of `service.name` in traces. */
  readonly tracesName: string;
}

const crashWays: readonly (CrashWay | "kill")[] = [
  "throw",
  "abort",
  "reject",
  "kill",
  "reject with text",
  "out of memory",
];

/** How the n-th life ends. */
export function crashWayOf(n: number): CrashWay | "kill" {
  return crashWays[n % crashWays.length] ?? "kill";
}

/** The file with a server's crash order. */
export const orderFileIn = (folder: string): string => join(folder, "order.json");

/**
 * The n-th life's variables, with new secrets: a new root key before the current one, the OAuth app, the
 * database password. Lives alternate between secrets in variables and in files; the engines start differently.
 */
export async function settingsOf(context: SettingsContext, n: number): Promise<Record<string, string>> {
  const { home, registry, apps, random, receiver, tracesName } = context;
  const reports = join(home.folder, "reports");
  mkdirSync(reports, { recursive: true });
  const gate = pathToFileURL(join(import.meta.dirname, "crash-gate.ts")).href;
  const memory = crashWayOf(n) === "out of memory" ? ["--max-old-space-size=200"] : [];
  const reporting = [
    "--report-on-fatalerror",
    "--report-uncaught-exception",
    "--report-on-signal",
    `--report-directory=${reports}`,
  ];
  const { clientId = "", clientSecret = "" } = apps[n] ?? {};
  const url = await databaseUrl(context, n);
  const collectorKey = asciiSecret(n + 7, random);
  registry.plant("collector key", collectorKey);
  const secrets = {
    SVC_OAUTH_GITHUB_CLIENT_SECRET: clientSecret,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(`Bearer ${collectorKey}`)}`,
    SVC_VAULT_KEYS: vaultKeys(context, n),
    ...(url === null ? {} : { SVC_DATABASE_URL: url }),
  };
  return {
    SVC_LOG_LEVEL: "debug",
    SVC_RATE_LIMIT_RPS: "0",
    SVC_OAUTH_GITHUB_CLIENT_ID: clientId,
    SVC_METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: `svc ${tracesName}`,
    SVC_PROOF_CRASH: orderFileIn(context.folder),
    NODE_OPTIONS: [`--import=${gate}`, "--disable-warning=ExperimentalWarning", ...reporting, ...memory].join(" "),
    ...(n % 2 === (context.engine === "sqlite" ? 0 : 1) ? secrets : inFiles(context.folder, secrets)),
  };
}

/** Puts the same secrets into files that end with a line break; their variables are empty. */
function inFiles(folder: string, secrets: Readonly<Record<string, string>>): Record<string, string> {
  const settings = Object.entries(secrets).flatMap(([name, secret]) => {
    const path = join(folder, name);
    const isKeyring = name === "SVC_VAULT_KEYS";
    writeFileSync(path, `${isKeyring ? secret.replaceAll(",", "\n") : secret}\n`);
    const fileName = isKeyring ? "SVC_VAULT_KEY_FILE" : `${name}_FILE`;
    return [
      [fileName, path],
      [name, ""],
    ];
  });
  return Object.fromEntries(settings) as Record<string, string>;
}

/** The keyring: this life's root key, and the previous one, which is needed until the vault is rotated. */
function vaultKeys({ registry, random }: SettingsContext, n: number): string {
  const known = registry.canaries.filter(({ name }) => name.startsWith("vault root key")).map(({ value }) => value);
  const bytes = Buffer.from(Array.from({ length: 32 }, () => Math.floor(random() * 256)));
  const key = bytes.toString(n % 2 === 0 ? "base64" : "base64url").replace("=", "");
  registry.plant("vault root key", key, bytes);
  return [`life-${n}:${key}`, ...known.slice(-1).map((before) => `life-${n - 1}:${before}`)].join(",");
}

/** On PostgreSQL, a URL with a new password that is hard to escape; null on SQLite. */
async function databaseUrl({ home, registry, random }: SettingsContext, n: number): Promise<string | null> {
  if (home.serverDatabaseUrl === undefined) return null;
  const password = asciiSecret(n + 3, random);
  registry.plant("database password", password);
  const url = new URL(home.serverDatabaseUrl);
  const admin = new Client({ connectionString: home.databaseUrl });
  await admin.connect();
  try {
    await admin.query(`alter role ${admin.escapeIdentifier(url.username)} password ${admin.escapeLiteral(password)}`);
  } finally {
    await admin.end();
  }
  return `${url.protocol}//${url.username}:${encodeURIComponent(password)}@${url.host}${url.pathname}`;
}
