/** Parses the values of variables. Each function returns a usable value even if it adds a fault. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { originNamePattern } from "@svc/provider-kit";
import { parseNetwork, type Network } from "../adapters/egress/address-guard.ts";
import { parseKeyring } from "../adapters/vault/keyring.ts";
import type { ListedOrigin } from "../domain/catalog/listed-origins.ts";
import { settleModes, type SettleMode } from "../domain/evidence/examine.ts";
import type { LimitSettings } from "../domain/limits/limits.ts";
import { describePatternProblem } from "../domain/service-clients/policy.ts";
import { VaultStartError } from "../domain/vault/errors.ts";
import { brandLogo, buttonTextFor, defaultBrand, type Brand } from "../entry/connect/brand.ts";
import type { Address, Config } from "./config.ts";
import type { GivenSecret, SecretReader } from "./secret-files.ts";

/** Parses `on` or `off`. @param faults receives a line for an invalid value. */
export function readSwitch(name: string, text: string, faults: string[]): boolean {
  if (text !== "on" && text !== "off") faults.push(`${name}: must be on or off.`);
  return text === "on";
}

/** Parses `true` or `false`. @param faults receives a line for an invalid value. */
export function readFlag(name: string, text: string, faults: string[]): boolean {
  if (text !== "true" && text !== "false") faults.push(`${name}: must be true or false.`);
  return text === "true";
}

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
 * Reads the address of an optional listener; null if it isn't set.
 * @param faults receives a line for an invalid value.
 */
export function readListener(name: string, read: (name: string) => string | null, faults: string[]): Address | null {
  const text = read(name);
  return text === null ? null : readAddress(name, text, faults);
}

/** Parses `host:port`. @param faults receives a line for an invalid value. */
export function readAddress(name: string, text: string, faults: string[]): Address {
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3] ?? Number.NaN);
  const host = match?.[1] ?? match?.[2];
  if (host !== undefined && port <= 65_535) return { host, port };
  faults.push(`${name}: must be host:port, such as 127.0.0.1:7480 or [::1]:7480.`);
  return { host: "127.0.0.1", port: 0 };
}

/**
 * Returns an http(s) URL without a trailing slash; null if none is set.
 * @param faults receives a line for an invalid value.
 */
export function readBaseUrl(name: string, text: string | null, faults: string[]): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (url !== null && plain && (url.protocol === "https:" || url.protocol === "http:")) {
    return (url.origin + url.pathname).replace(/\/+$/, "");
  }
  faults.push(`${name}: must be an http(s) URL without query, fragment or credentials.`);
  return null;
}

/** Returns the database's URL; a file in `./data` by default. @param faults receives a line for an invalid value. */
export function readDatabaseUrl(given: GivenSecret | null, faults: string[]): string {
  if (given === null) return "sqlite:./data/svc.sqlite";
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

/**
 * Reads the OAuth apps: `SVC_OAUTH_<PROVIDER>_CLIENT_ID` with its `…_CLIENT_SECRET` or `…_CLIENT_SECRET_FILE`. A slug's
 * hyphens are underscores. @param faults receives a line for each invalid app.
 */
export function readOAuthApps(
  environment: Readonly<Record<string, string | undefined>>,
  { read, secret }: { read: (name: string) => string | null; secret: SecretReader },
  faults: string[],
): Config["oauthApps"] {
  const apps = new Map<string, { clientId: string; clientSecret: string }>();
  const names = Object.keys(environment).flatMap(
    (name) => /^SVC_OAUTH_([A-Z][A-Z0-9_]*)_CLIENT_(?:ID|SECRET|SECRET_FILE)$/.exec(name)?.[1] ?? [],
  );
  for (const name of new Set(names)) {
    const clientId = read(`SVC_OAUTH_${name}_CLIENT_ID`);
    const given = secret(`SVC_OAUTH_${name}_CLIENT_SECRET`);
    const clientSecret = given?.text ?? null;
    if (given !== null && clientSecret === null) continue;
    if (clientId === null && clientSecret === null) continue;
    if (clientId === null || clientSecret === null) {
      faults.push(`SVC_OAUTH_${name}_CLIENT_ID and SVC_OAUTH_${name}_CLIENT_SECRET: set both, or neither.`);
    } else if (!/^[\x21-\x7e]+$/.test(clientId + clientSecret)) {
      faults.push(`SVC_OAUTH_${name}_CLIENT_ID and SVC_OAUTH_${name}_CLIENT_SECRET: must be visible ASCII.`);
    } else apps.set(toSlug(name), { clientId, clientSecret });
  }
  return apps;
}

/**
 * Reads `SVC_OAUTH_<PROVIDER>_REVOKE_ON_DISCONNECT`. Returns the slugs of the providers for which it is `true`.
 * @param faults receives a line for each invalid value.
 */
export function readRevocations(
  environment: Readonly<Record<string, string | undefined>>,
  read: (name: string) => string | null,
  faults: string[],
): ReadonlySet<string> {
  const names = Object.keys(environment).flatMap(
    (name) => /^SVC_OAUTH_([A-Z][A-Z0-9_]*)_REVOKE_ON_DISCONNECT$/.exec(name)?.[1] ?? [],
  );
  const wanted = names.filter((name) => {
    const variable = `SVC_OAUTH_${name}_REVOKE_ON_DISCONNECT`;
    return readFlag(variable, read(variable) ?? "false", faults);
  });
  return new Set(wanted.map(toSlug));
}

/**
 * Reads `SVC_<PROVIDER>_ORIGINS`, such as `SVC_VAULT_ORIGINS`: names with https origins, separated by commas. A slug's
 * hyphens are underscores.
 * @param faults receives a line for each invalid entry.
 */
export function readListedOrigins(
  environment: Readonly<Record<string, string | undefined>>,
  read: (name: string) => string | null,
  faults: string[],
): ReadonlyMap<string, readonly ListedOrigin[]> {
  const slugs = Object.keys(environment).flatMap((name) => /^SVC_([A-Z][A-Z0-9_]*)_ORIGINS$/.exec(name)?.[1] ?? []);
  return new Map(
    slugs.map((name) => {
      const variable = `SVC_${name}_ORIGINS`;
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
      return [toSlug(name), known] as const;
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

function toSlug(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/** Reads the branding of the hosted Connect page. @param faults receives a line for each invalid value. */
export function readBrand(read: (name: string) => string | null, faults: string[]): Brand {
  const name = read("SVC_BRAND_NAME") ?? defaultBrand.name;
  if (name.length > 60) faults.push("SVC_BRAND_NAME: must be at most 60 characters.");
  const color = (read("SVC_BRAND_COLOR") ?? defaultBrand.color).toLowerCase();
  const file = read("SVC_BRAND_LOGO");
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

/** Parses the lowest level to log. @param faults receives a line for an invalid value. */
export function readLogLevel(text: string, faults: string[]): Config["logLevel"] {
  const levels = ["debug", "info", "warn", "error", "silent"] as const;
  const level = levels.find((known) => known === text);
  if (level !== undefined) return level;
  faults.push(`SVC_LOG_LEVEL: must be one of ${levels.join(", ")}.`);
  return "info";
}

/** Parses when svc looks for unknown outcomes. @param faults receives a line for an invalid value. */
export function readSettleMode(text: string, faults: string[]): SettleMode {
  const mode = settleModes.find((known) => known === text);
  if (mode !== undefined) return mode;
  faults.push(`SVC_SETTLE: must be one of ${settleModes.join(", ")}.`);
  return "automatic";
}

/**
 * Reads the limits. Unset limits derive from others: without a rate for service clients there are no rates at all, and
 * without a concurrency limit per connection there is none per tenant or client.
 */
export function readLimits(
  read: (name: string) => string | null,
  integer: (name: string, fallback: number, min: number, max: number) => number,
): LimitSettings {
  const rateMax = 1_000_000;
  const perClient = integer("SVC_RATE_LIMIT_RPS", 500, 0, rateMax);
  const perConnection = integer("SVC_CONCURRENCY_PER_CONNECTION", 64, 0, 10_000);
  return {
    rates: {
      perClient,
      perTenant: integer("SVC_TENANT_RATE_LIMIT_RPS", Math.ceil(perClient / 2), 0, rateMax),
      perToken: integer("SVC_TOKEN_RATE_LIMIT_RPS", Math.min(perClient, 50), 0, rateMax),
      tenantOnlyWhenShared: read("SVC_TENANT_RATE_LIMIT_RPS") === null,
      perConnection: integer("SVC_CONNECTION_RATE_LIMIT_RPS", perClient, 0, rateMax),
      perConnectAddress: integer("SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS", perClient === 0 ? 0 : 500, 0, rateMax),
      perPublicAddress: integer("SVC_PUBLIC_ADDRESS_RATE_LIMIT_RPS", perClient === 0 ? 0 : 500, 0, rateMax),
      deliveriesPerClient: integer("SVC_WEBHOOK_RATE_LIMIT_RPS", Math.min(perClient, 20), 0, rateMax),
    },
    slots: {
      process: integer("SVC_CONCURRENCY_MAX", 1024, 1, 10_000),
      perClient: integer("SVC_CONCURRENCY_PER_CLIENT", perConnection * 8, 0, 100_000),
      perTenant: integer("SVC_CONCURRENCY_PER_TENANT", perConnection * 4, 0, 100_000),
      perConnection,
    },
    load: {
      inFlightMax: integer("SVC_REQUESTS_IN_FLIGHT_MAX", 2000, 1, 10_000),
      loopDelayMsMax: integer("SVC_EVENT_LOOP_DELAY_MAX_MS", 1000, 0, 60_000),
    },
    circuitFaultsMin:
      read("SVC_CIRCUIT_BREAKER_FAULTS") === null ? null : integer("SVC_CIRCUIT_BREAKER_FAULTS", 0, 0, 10_000),
  };
}
