/** What every command gets: the environment, the global options, and the client made from both. */
import { PublicCatalog, ServiceClient, type TenantScope } from "@svc/sdk";
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";
import { printFields, printJson, printTable, type Column, type Format } from "./output.ts";

/** Options that every command takes. */
export type GlobalOptions = { tenant?: string; format: Format; quiet?: boolean; timeout?: number };

/** A command's surroundings. */
export type Context = {
  io: Environment;
  options: GlobalOptions;
  /** @throws CommandFailure exit 3 without a token, exit 2 without SVC_API_URL. */
  client(): ServiceClient;
  catalog(): PublicCatalog;
  /** @throws CommandFailure exit 2 without a tenant. */
  tenant(): TenantScope;
  hasTenant: boolean;
  /** A message for people, on stderr; silent with --quiet. */
  say(text: string): void;
  /** Prints an object. */
  show(value: object): void;
  /** Prints a listing: its document for programs, its rows for people. */
  showRows<Row>(document: unknown, rows: readonly Row[], columns: readonly Column<Row>[]): void;
};

/** Makes the surroundings of one command. */
export function createContext(io: Environment, options: GlobalOptions): Context {
  const timeout = options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 };
  const baseUrl = (): string => {
    if (io.apiUrl === null) throw new CommandFailure(2, "SVC_API_URL is not set: export the server's base URL.");
    return io.apiUrl;
  };
  const client = (): ServiceClient => {
    const url = baseUrl();
    if (io.token === null) {
      throw new CommandFailure(3, "SVC_TOKEN is not set: export the service key that your operator issued.");
    }
    return new ServiceClient({ baseUrl: url, accessToken: io.token, userAgent: "svc-cli/0.1.0", ...timeout });
  };
  const tenantId = options.tenant ?? io.tenantId;
  return {
    io,
    options,
    client,
    catalog: () => new PublicCatalog({ baseUrl: baseUrl(), userAgent: "svc-cli/0.1.0", ...timeout }),
    tenant() {
      if (tenantId === null || tenantId === "") {
        throw new CommandFailure(2, "No tenant: export SVC_TENANT_ID or give --tenant.");
      }
      return client().tenant(tenantId);
    },
    hasTenant: tenantId !== null && tenantId !== "",
    say(text) {
      if (options.quiet !== true) io.err(`${text}\n`);
    },
    show(value) {
      if (options.format === "json") printJson(io, value);
      else printFields(io, value);
    },
    showRows(document, rows, columns) {
      if (options.format === "json") printJson(io, document);
      else printTable(io, rows, columns);
    },
  };
}
