/** What operator commands show of the configuration: settings, files, and where the database is. */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isLoopback } from "@svc/contract";
import { sqliteLockPath, sqlitePath } from "../adapters/store/sqlite/open.ts";
import { literalKeys, weaknessOf, parseKeyring } from "../adapters/vault/keyring.ts";
import type { FileFact, FileKind, Setting, DatabaseTarget, PostgresTarget } from "../entry/cli/environment.ts";
import { redirectUriOf } from "../domain/operator-sign-in/issuer.ts";
import type { Config } from "./config.ts";
import { hostInUrl, toBaseUrl, toListenerUrl } from "./listening.ts";
import { fileFacts } from "./machine-facts.ts";
import { readSandboxKey, sandboxKeyFile } from "./sandbox.ts";

/** Describes a configuration for the doctor and other commands, without its secrets. */
export function toSetting(config: Config): Setting {
  const { listen, publicUrl, connectUrl, adminListen, adminUrl, issuer, oauthApps } = config;
  const { auditRetentionDays, eventRetentionDays, requireConfirmedCompletion, callTimeoutMs } = config;
  const listenHost = hostInUrl(listen.host);
  return {
    listenHost,
    publicUrl,
    connectUrl,
    adminUrl,
    adminAt: adminListen === null ? null : toListenerUrl(adminListen),
    issuer: issuer === null ? null : { url: issuer.issuer, redirectUri: redirectUriOf(issuer) },
    oauthApps: [...oauthApps.keys()],
    baseUrl: toBaseUrl(config),
    auditRetentionDays,
    eventRetentionDays,
    requireConfirmedCompletion,
    callTimeoutMs,
    hasConnectListener: config.connectListen !== null,
    metricsHost: config.metricsListen === null ? null : hostInUrl(config.metricsListen.host),
    metricsUrl: config.metricsListen === null ? null : toListenerUrl(config.metricsListen),
    database: parseDatabaseTarget(config.databaseUrl),
    vaultKeys: judgeKeys(config),
  };
}

/** The configuration; null if it is invalid. */
export function readUsable(read: () => Config): Config | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Finds the existing files of a kind. */
export function findFiles(config: Config | null, kind: FileKind): FileFact[] {
  if (config === null) return [];
  const named = config.secretPlaces.files;
  if (kind === "secret") {
    return named
      .filter(({ variable }) => variable !== keyFileVariable)
      .flatMap(({ variable, path }) => fileFacts(variable, resolve(path)));
  }
  if (kind === "vault key") {
    const path = findKeyFile(config);
    return path === null
      ? []
      : [...fileFacts("the vault key", path), ...fileFacts("the folder of the vault key", dirname(path))];
  }
  if (!config.databaseUrl.startsWith("sqlite:")) return [];
  const path = sqlitePath(config.databaseUrl);
  return [
    ...fileFacts("the database", path),
    ...fileFacts("its log", `${path}-wal`),
    ...fileFacts("its index of the log", `${path}-shm`),
    ...fileFacts("its lock", sqliteLockPath(path)),
    ...fileFacts("the folder of the database", dirname(path)),
  ];
}

const keyFileVariable = "SVC_VAULT_KEY_FILE";

/**
 * Returns the path of the keyring's file: as configured, otherwise the one that a sandbox created; null without either.
 */
function findKeyFile({ secretPlaces, vaultKeys, databaseUrl }: Config): string | null {
  const named = secretPlaces.files.find(({ variable }) => variable === keyFileVariable);
  if (named !== undefined) return resolve(named.path);
  const made = sandboxKeyFile(databaseUrl);
  return vaultKeys === null && existsSync(made) ? made : null;
}

/**
 * Returns the keyring's keys with the reason why each is guessable; none if it can't be read, which another check
 * reports.
 */
function judgeKeys(config: Config): Setting["vaultKeys"] {
  try {
    const { vaultKeys, databaseUrl } = config;
    const text = vaultKeys ?? (findKeyFile(config) === null ? null : readSandboxKey(databaseUrl));
    return text === null
      ? []
      : literalKeys(parseKeyring(text)).map((key) => ({ id: key.id, weakness: weaknessOf(key) }));
  } catch {
    return [];
  }
}

export function fileSize(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Parses a database URL. @param url `sqlite:<path>` or `postgres://…`, which may name several hosts. */
export function parseDatabaseTarget(url: string): DatabaseTarget {
  if (url.startsWith("sqlite:")) return { engine: "sqlite", path: resolve(url.replace(/^sqlite:(?:\/\/)?/, "")) };
  const [beforeQuery = "", query = ""] = url.replace(/^postgres(?:ql)?:\/\//, "").split("?", 2);
  const authority = beforeQuery.split("/", 1)[0] ?? "";
  const parameters = new URLSearchParams(query);
  const named = parameters.get("host") ?? authority.slice(authority.lastIndexOf("@") + 1);
  const hosts = named.split(",").map((host) => withoutPort(decodeURIComponent(host)));
  return { engine: "postgres", hosts, isLocal: hosts.every(isLocalHost), ...parseTls(parameters) };
}

/** Removes the port from a host. */
function withoutPort(host: string): string {
  return host.startsWith("/") ? host : host.replace(/:\d+$/, "");
}

function isLocalHost(host: string): boolean {
  return host === "" || host.startsWith("/") || host === "::1" || isLoopback(host);
}

/** Parses the TLS parameters as the driver does: https://node-postgres.com/features/ssl. */
function parseTls(parameters: URLSearchParams): Pick<PostgresTarget, "sslMode" | "verifiesNothing"> {
  const isOn = ["true", "1"].includes(parameters.get("ssl") ?? "");
  const sslMode = parameters.get("sslmode") ?? (isOn ? "ssl" : null);
  const asLibpq = parameters.get("uselibpqcompat") === "true" && !["verify-ca", "verify-full"].includes(sslMode ?? "");
  return { sslMode, verifiesNothing: sslMode === "no-verify" || asLibpq };
}
