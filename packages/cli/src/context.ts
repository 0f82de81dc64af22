/** What every command gets: the environment, the global options, and the client made from both. */
import { PublicCatalog, ServiceClient, SvcError, type TenantScope } from "@svc/sdk";
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";
import { printFields, printJson, printTable, type Column, type Format } from "./output.ts";
import { version } from "./version.ts";

/** Options that every command takes. */
export type GlobalOptions = { tenant?: string; format: Format; quiet?: boolean; timeout?: number };

/** A command's surroundings. */
export type Context = {
  io: Environment;
  options: GlobalOptions;
  /** @throws CommandFailure exit 3 without a usable token, exit 2 without a usable SVC_API_URL. */
  client(): ServiceClient;
  /** @throws CommandFailure exit 2 without a usable SVC_API_URL. */
  catalog(): PublicCatalog;
  /** @throws CommandFailure exit 2 without a tenant, and as `client` does. */
  tenant(): TenantScope;
  hasTenant: boolean;
  /** The key of a write: the caller's own, else a new one, which is shown before anything is sent. */
  keyOf(given: string | undefined): string;
  /** A message for people, on stderr; silent with --quiet. */
  say(text: string): void;
  /** Prints an object. */
  show(value: object): void;
  /** Prints a listing: its document for programs, its rows for people. */
  showRows<Row>(document: unknown, rows: readonly Row[], columns: readonly Column<Row>[]): void;
};

/** Makes the surroundings of one command. @throws CommandFailure exit 2 for an empty --tenant. */
export function createContext(io: Environment, options: GlobalOptions): Context {
  if (options.tenant === "") throw new CommandFailure(2, "--tenant is empty: give a tenant's id, or leave it out.");
  const tenantId = options.tenant ?? io.tenantId;
  const client = (): ServiceClient => {
    const accessToken = tokenOf(io);
    return withBaseUrl(io, (baseUrl) => new ServiceClient({ baseUrl, accessToken, ...clientSettings(options) }));
  };
  const context: Context = {
    io,
    options,
    client,
    catalog: () => withBaseUrl(io, (baseUrl) => new PublicCatalog({ baseUrl, ...clientSettings(options) })),
    tenant() {
      if (tenantId === null) throw new CommandFailure(2, "No tenant: export SVC_TENANT_ID or give --tenant.");
      return client().tenant(tenantId);
    },
    hasTenant: tenantId !== null,
    keyOf(given) {
      if (given !== undefined) return given;
      const key = io.newKey();
      io.err(`Idempotency-Key: ${key}\n`);
      return key;
    },
    say(text) {
      if (options.quiet !== true) io.err(`${text}\n`);
    },
    show(value) {
      if (options.format === "json") printJson(io, value);
      else printFields(io, value);
    },
    showRows(document, rows, columns) {
      if (options.format === "json") printJson(io, document);
      else if (rows.length === 0) context.say("(none)");
      else printTable(io, rows, columns);
    },
  };
  return context;
}

function clientSettings({ timeout }: GlobalOptions): { userAgent: string; timeoutMs?: number } {
  return { userAgent: `svc-cli/${version}`, ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }) };
}

function tokenOf(io: Environment): string {
  if (io.token === null) {
    throw new CommandFailure(3, "SVC_TOKEN is not set: export the service key that your operator issued.");
  }
  if (!/^[\u0021-\u007e]+$/.test(io.token)) {
    throw new CommandFailure(3, "SVC_TOKEN holds a character that no service key has: export the key alone.");
  }
  return io.token;
}

function withBaseUrl<Made>(io: Environment, make: (baseUrl: string) => Made): Made {
  if (io.apiUrl === null) throw new CommandFailure(2, "SVC_API_URL is not set: export the server's base URL.");
  try {
    return make(io.apiUrl);
  } catch (error) {
    if (error instanceof SvcError) throw new CommandFailure(2, `SVC_API_URL cannot be used: ${error.message}`);
    throw error;
  }
}
