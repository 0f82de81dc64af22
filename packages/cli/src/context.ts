/** What every command receives: the environment, the global options, and clients created from both. */
import { PublicCatalog, ServiceClient, SvcError, type TenantScope } from "@svc/sdk";
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";
import { printFields, printJson, printTable, type Column, type Format } from "./output.ts";
import { version } from "./version.ts";

/** Options of every command. */
export type GlobalOptions = { tenant?: string; format: Format; quiet?: boolean; timeout?: number };

/** The context that a command runs in. */
export type Context = {
  io: Environment;
  options: GlobalOptions;
  /** @throws CommandFailure exit 3 without a valid token, exit 2 without a valid SVC_API_URL. */
  client(): ServiceClient;
  /** @throws CommandFailure exit 2 without a valid SVC_API_URL. */
  catalog(): PublicCatalog;
  /** @throws CommandFailure exit 2 without a tenant, and like `client`. */
  tenant(): TenantScope;
  hasTenant: boolean;
  /** The key for a write: the given one, or a new one, which is printed before anything is sent. */
  ensureKey(given: string | undefined): string;
  /** Prints a message on stderr, unless --quiet is set. */
  say(text: string): void;
  /** Prints an object. */
  show(value: object): void;
  /** Prints a list: the document for `--format json`, the rows as a table otherwise. */
  showRows<Row>(document: unknown, rows: readonly Row[], columns: readonly Column<Row>[]): void;
};

/** Creates the context for one command. @throws CommandFailure exit 2 for an empty --tenant. */
export function createContext(io: Environment, options: GlobalOptions): Context {
  if (options.tenant === "") throw new CommandFailure(2, "--tenant is empty. Pass a tenant's id, or omit it.");
  const tenantId = options.tenant ?? io.tenantId;
  const client = (): ServiceClient => {
    const accessToken = readToken(io);
    return withBaseUrl(io, (baseUrl) => new ServiceClient({ baseUrl, accessToken, ...clientSettings(options) }));
  };
  const context: Context = {
    io,
    options,
    client,
    catalog: () => withBaseUrl(io, (baseUrl) => new PublicCatalog({ baseUrl, ...clientSettings(options) })),
    tenant() {
      if (tenantId === null) throw new CommandFailure(2, "No tenant is set. Export SVC_TENANT_ID or pass --tenant.");
      return client().tenant(tenantId);
    },
    hasTenant: tenantId !== null,
    ensureKey(given) {
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

function readToken(io: Environment): string {
  if (io.token === null) {
    throw new CommandFailure(3, "SVC_TOKEN is not set. Export the service key that your operator issued.");
  }
  if (!/^[\u0021-\u007e]+$/.test(io.token)) {
    throw new CommandFailure(3, "SVC_TOKEN contains a character that no service key has. Export only the key.");
  }
  return io.token;
}

function withBaseUrl<Client>(io: Environment, create: (baseUrl: string) => Client): Client {
  if (io.apiUrl === null) throw new CommandFailure(2, "SVC_API_URL is not set. Export the server's base URL.");
  try {
    return create(io.apiUrl);
  } catch (error) {
    if (error instanceof SvcError) throw new CommandFailure(2, `SVC_API_URL is invalid: ${error.message}`);
    throw error;
  }
}
