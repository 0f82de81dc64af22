/** Parses the settings that have a form of their own. Each function returns a usable value even if it adds a fault. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { cellNamePattern } from "@svc/contract";
import { originNamePattern } from "@svc/provider-kit";
import { type AllowedHost, type Network, parseAllowedHost, parseNetwork } from "../../adapters/egress/address-guard.ts";
import { parseProxy, type EgressProxy } from "../../adapters/egress/proxy.ts";
import { parseKeyring } from "../../adapters/vault/keyring.ts";
import type { ListedOrigin } from "../../domain/catalog/listed-origins.ts";
import { describePatternProblem } from "../../domain/service-clients/policy.ts";
import type { TransitLogin } from "../../domain/vault/key-service.ts";
import { VaultStartError } from "../../domain/vault/errors.ts";
import { brandLogo, buttonTextFor, defaultBrand, type Brand } from "../../entry/connect/assets.ts";
import type { EnvironmentApp, EnvironmentApps } from "../../domain/oauth/app.ts";
import { isEventSecret } from "../../domain/provider-events/secrets.ts";
import { nameFor, providersIn, slugOf } from "../own-variables.ts";
import { readSwitch, type SettingReader, type GivenSecret } from "./reader.ts";
import { settings } from "./table.ts";

/** Parses networks in CIDR notation, separated by commas. @param faults receives a line for each invalid entry. */
export function readNetworks(name: string, text: string, faults: string[]): Network[] {
  const entries = text === "" ? [] : text.split(",");
  return entries.flatMap((entry, index) => {
    const network = parseNetwork(entry.trim());
    if (network !== null) return network;
    faults.push(`${name}: entry ${index + 1} must be a network such as 203.0.113.0/24 or 2001:db8::/32.`);
    return [];
  });
}

/**
 * Parses hosts and networks that webhooks may reach, separated by commas.
 * @param faults receives a line for each invalid one.
 */
export function readAllowedHosts(name: string, text: string, faults: string[]): AllowedHost[] {
  const entries = text === "" ? [] : text.split(",");
  return entries.flatMap((entry, index) => {
    const host = parseAllowedHost(entry.trim());
    if (typeof host === "object") return host;
    const what =
      host === "closed"
        ? "can't be opened: webhooks never reach this machine, link-local addresses or a cloud's metadata service"
        : "must be a network such as 10.20.0.0/16, or a host such as backend.internal or http://backend.internal:8080";
    faults.push(`${name}: entry ${index + 1} ${what}.`);
    return [];
  });
}

/** Returns the database's URL. @param faults receives a line for an invalid value. */
export function readDatabaseUrl(given: GivenSecret | null, preset: string, faults: string[]): string {
  if (given === null) return preset;
  const { from, text } = given;
  if (text === null || /^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/.test(text)) return text ?? "sqlite:";
  // A database URL can contain a password, so the fault doesn't show it.
  faults.push(`${from}: must be sqlite:<path> or postgres://….`);
  return "sqlite:";
}

/** Returns the vault's keyring as text. @param faults receives the positions of invalid keys, never the text. */
export function readVaultKeys(given: GivenSecret | null, faults: string[]): string | null {
  if (given === null) return null;
  try {
    if (given.text !== null) parseKeyring(given.text);
  } catch (error) {
    // The vault's message names positions, never the text.
    faults.push(`${given.from}: ${error instanceof VaultStartError ? error.message : "cannot be read."}`);
  }
  return given.text;
}

/** Reads the name of the cell. */
export function readCell(given: string | null, faults: string[]): string | null {
  if (given === null || new RegExp(`^${cellNamePattern}$`).test(given)) return given;
  faults.push("SVC_CELL: must be a letter and 1 to 7 letters or digits, all lowercase, such as eu.");
  return null;
}

/** Reads how to log in to Vault or OpenBao. */
export function readTransitLogin({ text }: SettingReader): TransitLogin {
  return {
    tokenFile: text("SVC_TRANSIT_TOKEN_FILE"),
    role: text("SVC_TRANSIT_ROLE"),
    authMount: text("SVC_TRANSIT_AUTH_MOUNT") ?? "",
    jwtFile: text("SVC_TRANSIT_JWT_FILE") ?? "",
    namespace: text("SVC_TRANSIT_NAMESPACE"),
  };
}

/**
 * Reads the OAuth apps. A slug's hyphens are underscores in the variables' names.
 * @param faults receives a line for each invalid app.
 */
export function readOAuthApps({ names, read, secret }: SettingReader, faults: string[]): EnvironmentApps {
  const apps = new Map<string, EnvironmentApp>();
  const [id, secretText, file] = [
    "SVC_OAUTH_<PROVIDER>_CLIENT_ID",
    "SVC_OAUTH_<PROVIDER>_CLIENT_SECRET",
    "SVC_OAUTH_<PROVIDER>_CLIENT_SECRET_FILE",
  ];
  const variables = [id, secretText, file, eventsSecret, eventsSecretFile];
  const providers = new Set(variables.flatMap((setting) => providersIn(names, setting)));
  for (const provider of providers) {
    const [idName, secretName] = [nameFor(id, provider), nameFor(secretText, provider)];
    const clientId = read(idName);
    const given = secret(secretName, nameFor(file, provider));
    const clientSecret = given?.text ?? null;
    const eventSecrets = readEventSecrets(secret, provider, faults);
    if (given !== null && clientSecret === null) continue;
    if (clientId === null && clientSecret === null) {
      if (eventSecrets.length > 0)
        faults.push(`${nameFor(eventsSecret, provider)}: needs ${idName} and ${secretName}.`);
      continue;
    }
    if (clientId === null || clientSecret === null) {
      faults.push(`${idName} and ${secretName}: set both, or neither.`);
    } else if (!/^[\x21-\x7e]+$/.test(clientId + clientSecret)) {
      faults.push(`${idName} and ${secretName}: must be visible ASCII.`);
    } else apps.set(slugOf(provider), { clientId, clientSecret, eventSecrets });
  }
  return apps;
}

const [eventsSecret, eventsSecretFile] = [
  "SVC_OAUTH_<PROVIDER>_EVENTS_SECRET",
  "SVC_OAUTH_<PROVIDER>_EVENTS_SECRET_FILE",
] as const;

/** Reads the secrets for an app's events, newest first: one, or two while it is rotated. */
function readEventSecrets(secret: SettingReader["secret"], provider: string, faults: string[]): readonly string[] {
  const given = secret(nameFor(eventsSecret, provider), nameFor(eventsSecretFile, provider));
  if (given === null || given.text === null) return [];
  const secrets = given.text.split(/\s+/);
  if (secrets.length <= 2 && secrets.every(isEventSecret)) return secrets;
  faults.push(
    `${given.from}: must be one secret, or two while it is rotated, each of 8 to 500 visible ASCII characters.`,
  );
  return [];
}

/**
 * Returns the slugs of the providers whose tokens are revoked on a disconnect.
 * @param faults receives a line for each invalid value.
 */
export function readRevocations({ names, read }: SettingReader, faults: string[]): ReadonlySet<string> {
  const setting = "SVC_OAUTH_<PROVIDER>_REVOKE_ON_DISCONNECT";
  const { words } = settings[setting];
  const wanted = providersIn(names, setting).filter((provider) => {
    const variable = nameFor(setting, provider);
    const given = read(variable);
    return given !== null && readSwitch(variable, given, words, faults);
  });
  return new Set(wanted.map(slugOf));
}

/**
 * Reads the servers of self-hosted providers: names with https origins, separated by commas.
 * @param faults receives a line for each invalid entry.
 */
export function readListedOrigins(
  { names, read }: SettingReader,
  faults: string[],
): ReadonlyMap<string, readonly ListedOrigin[]> {
  const setting = "SVC_<PROVIDER>_ORIGINS";
  return new Map(
    providersIn(names, setting).map((provider) => {
      const variable = nameFor(setting, provider);
      const entries = (read(variable) ?? "").split(",").map((entry) => entry.trim());
      const listed = entries
        .filter((entry) => entry !== "")
        .map((entry, index) => {
          const origin = parseListedOrigin(entry);
          if (origin === null) {
            faults.push(
              `${variable}: entry ${index + 1} must be a name and an origin, such as prod=https://vault.internal:8200.`,
            );
          }
          return origin;
        });
      const known = listed.filter((origin) => origin !== null);
      if (new Set(known.map((origin) => origin.name)).size < known.length) {
        faults.push(`${variable}: two entries have the same name.`);
      }
      return [slugOf(provider), known] as const;
    }),
  );
}

/** Parses `prod=https://vault.internal:8200`; null if it is something else. */
function parseListedOrigin(text: string): ListedOrigin | null {
  const [, name = "", address = ""] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const url = URL.parse(address);
  const isOrigin = url !== null && url.protocol === "https:" && (address === url.origin || address === url.href);
  return isOrigin && url.href === `${url.origin}/` && new RegExp(originNamePattern).test(name)
    ? { name, address: url.origin }
    : null;
}

/** Reads the file with further certificate authorities. @param faults receives a line if it can't be used. */
export function readExtraCa(file: string | null, faults: string[]): string | null {
  if (file === null) return null;
  try {
    const pem = readFileSync(file, "utf8");
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    for (const block of blocks) void new X509Certificate(block);
    if (blocks.length > 0) return blocks.join("\n");
    faults.push("SVC_EXTRA_CA_FILE: has no certificate; it must be PEM (-----BEGIN CERTIFICATE-----).");
  } catch {
    faults.push(
      "SVC_EXTRA_CA_FILE: can't be read as certificates in PEM; check the file, and that this user may read it.",
    );
  }
  return null;
}

/**
 * Reads the egress proxy: `SVC_EGRESS_PROXY`, or what most programs read.
 * @param extraCa PEM of certificate authorities that are trusted for it, in addition to the system's.
 * @param faults receives a line for an invalid value, which never contains it.
 */
export function readEgressProxy(
  { read, secret }: SettingReader,
  extraCa: string | null,
  faults: string[],
): EgressProxy | null {
  const { SVC_EGRESS_PROXY: setting } = settings;
  const given = secret("SVC_EGRESS_PROXY", setting.file) ?? firstOf(read, ["HTTPS_PROXY", "https_proxy"]);
  if (given === null || given.text === null || given.text === "off") return null;
  const noProxy = firstOf(read, ["NO_PROXY", "no_proxy"])?.text ?? "";
  const proxy = parseProxy(given.text, { noProxy, extraCa });
  if (proxy === null) {
    faults.push(
      `${given.from}: must be the URL of an HTTP proxy, such as http://proxy.internal:3128 or https://user:password@proxy.internal, with special characters percent-encoded.`,
    );
  }
  return proxy;
}

function firstOf(read: SettingReader["read"], names: readonly string[]): { from: string; text: string } | null {
  for (const from of names) {
    const text = read(from);
    if (text !== null) return { from, text };
  }
  return null;
}

/** Reads the branding of the hosted Connect page. @param faults receives a line for each invalid value. */
export function readBrand({ text }: Pick<SettingReader, "text">, faults: string[]): Brand {
  const name = text("SVC_BRAND_NAME") ?? defaultBrand.name;
  const color = (text("SVC_BRAND_COLOR") ?? defaultBrand.color).toLowerCase();
  const file = text("SVC_BRAND_LOGO");
  const brand = { ...defaultBrand, name, logo: file === null ? defaultBrand.logo : readLogo(file, faults) };
  if (!/^#[0-9a-f]{6}$/.test(color)) {
    faults.push("SVC_BRAND_COLOR: must be a color such as #1d4ed8.");
  } else if (buttonTextFor(color) === null) {
    faults.push(
      "SVC_BRAND_COLOR: neither white nor dark text is readable on it (4.5:1); choose a darker or lighter one.",
    );
  } else return { ...brand, color };
  return brand;
}

function readLogo(file: string, faults: string[]): Brand["logo"] {
  try {
    const logo = brandLogo(file, readFileSync(file));
    if (logo !== null) return logo;
    faults.push("SVC_BRAND_LOGO: must be an SVG, PNG, WebP or JPEG file of at most 16 KiB.");
  } catch {
    faults.push("SVC_BRAND_LOGO: the file cannot be read; check that it exists and that this user may read it.");
  }
  return defaultBrand.logo;
}

/** Parses action patterns, separated by commas. @param faults receives a line for each invalid entry. */
export function readActionPatterns(text: string, faults: string[]): string[] {
  const patterns = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  patterns.forEach((pattern, index) => {
    const problem = describePatternProblem(pattern);
    if (problem !== null) faults.push(`SVC_ENABLED_ACTIONS: entry ${index + 1} cannot be used. ${problem}`);
  });
  return patterns;
}
