/** The context of every command: the environment, the global options, and clients created from both. */
import { idPrefixes, isId } from "@svc/contract/ids";
import { recordLines, tableLines, type Column } from "@svc/contract/terminal";
import { PublicCatalog, ServiceClient, SvcError, type TenantScope } from "@svc/sdk";
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";
import { apiUrlFault } from "./base-url.ts";
import { pickFields, printJson, type Format } from "./output.ts";
import type { StatusText } from "./status-line.ts";
import { version } from "./version.ts";

/** Options of every command. */
export type GlobalOptions = { tenant?: string; format: Format; json?: string[]; quiet?: boolean; timeout?: number };

/** The context that a command runs in. */
export type Context = {
  io: Environment;
  options: GlobalOptions;
  /**
   * @param settings `maxRetries`: the SDK's default if omitted.
   * @throws CommandFailure exit 3 without a valid token, exit 2 without a valid SVC_API_URL.
   */
  client(settings?: { maxRetries: number }): ServiceClient;
  /** @throws CommandFailure exit 2 without a valid SVC_API_URL. */
  catalog(): PublicCatalog;
  /** The calls for the current tenant. @throws like `tenantId`. */
  tenant(): Promise<TenantScope>;
  /**
   * A tenant's id.
   * @param named its id or external ID; the current tenant's if omitted.
   * @throws CommandFailure exit 2 without a tenant, exit 4 for an unknown external ID, and like `client`.
   */
  tenantId(named?: string): Promise<string>;
  /** The id of the tenant that `--tenant` names, for lists that SVC_TENANT_ID doesn't filter. */
  filteredTenantId(): Promise<string | undefined>;
  hasTenant: boolean;
  /** The key for a write: the given one, or a new one, which is printed before anything is sent, unless --quiet is set. */
  ensureKey(given: string | undefined): string;
  /** Prints a message on stderr, unless --quiet is set. */
  say(text: string): void;
  /** Shows on a terminal what the command is waiting for; null ends it. */
  waitingFor(text: StatusText | null): void;
  /** Prints an object. @throws CommandFailure exit 1, after printing, if it lacks a field that `--json` names. */
  show(value: object): void;
  /** Prints a list: the document for `--format json`, fields of its rows for `--json`, otherwise a table. */
  showRows<Row>(document: unknown, rows: readonly Row[], columns: readonly Column<Row>[]): void;
};

/** Creates the context for one command. @throws CommandFailure exit 2 for an empty --tenant. */
export function createContext(io: Environment, given: GlobalOptions): Context {
  const options: GlobalOptions = given.json === undefined ? given : { ...given, format: "json" };
  if (options.tenant === "") throw new CommandFailure(2, "--tenant is empty. Pass a tenant's id, or omit it.");
  const currentTenant = options.tenant ?? io.tenantId;
  const client: Context["client"] = (settings) => {
    const token = readToken(io);
    return withBaseUrl(
      io,
      (baseUrl) => new ServiceClient({ baseUrl, accessToken: token, ...clientSettings(options), ...settings }),
    );
  };
  const context: Context = {
    io,
    options,
    client,
    catalog: () => withBaseUrl(io, (baseUrl) => new PublicCatalog({ baseUrl, ...clientSettings(options) })),
    tenant: async () => client().tenant(await context.tenantId()),
    async tenantId(named = currentTenant ?? undefined) {
      if (named === undefined) throw new CommandFailure(2, "No tenant is set. Export SVC_TENANT_ID or pass --tenant.");
      return isId(idPrefixes.tenant, named) ? named : await findTenant(client(), named);
    },
    filteredTenantId: async () => (options.tenant === undefined ? undefined : await context.tenantId(options.tenant)),
    hasTenant: currentTenant !== null,
    ensureKey(given) {
      if (given !== undefined) return given;
      const key = io.newKey();
      context.say(`Idempotency-Key: ${key}`);
      return key;
    },
    say(text) {
      if (options.quiet !== true) io.err(`${text}\n`);
    },
    waitingFor(text) {
      if (options.quiet !== true) io.status(text);
    },
    show(value) {
      if (options.json !== undefined) printPicked(io, [value], options.json, ([only]) => only);
      else if (options.format === "json") printJson(io, value);
      else printLines(io, recordLines(value, io.surface()));
    },
    showRows(document, rows, columns) {
      if (options.json !== undefined) printPicked(io, rows, options.json, (picked) => picked);
      else if (options.format === "json") printJson(io, document);
      else if (rows.length === 0) context.say("(none)");
      else printLines(io, tableLines(rows, columns, io.surface()));
    },
  };
  return context;
}

function printLines(io: Environment, lines: readonly string[]): void {
  for (const line of lines) io.out(`${line}\n`);
}

/** @throws CommandFailure exit 4 if there is none. */
async function findTenant(client: ServiceClient, externalId: string): Promise<string> {
  const { items } = await client.tenants.list({ externalId, limit: 1 });
  const found = items.find((tenant) => tenant.externalId === externalId);
  if (found !== undefined) return found.id;
  throw new CommandFailure(4, `No tenant has the ID or external ID ${externalId}.`, { code: "TENANT_NOT_FOUND" });
}

/**
 * Prints the named fields of each item.
 * @throws CommandFailure exit 1, after printing, if no item has a field: the command may have changed something, so
 * its result isn't withheld.
 */
function printPicked(
  io: Environment,
  items: readonly unknown[],
  fields: readonly string[],
  arrange: (picked: readonly object[]) => unknown,
): void {
  const { picked, missing, known } = pickFields(items, fields);
  printJson(io, arrange(picked));
  if (missing.length === 0) return;
  throw new CommandFailure(1, `--json: there is no field ${missing.join(", ")}. Available: ${known.join(", ")}.`, null);
}

function clientSettings({ timeout }: GlobalOptions): { userAgent: string; timeoutMs?: number } {
  return { userAgent: `svc-cli/${version}`, ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }) };
}

function readToken(io: Environment): string {
  if (io.token === null) {
    throw new CommandFailure(3, "SVC_TOKEN is not set. Export the service key that your operator issued.");
  }
  if (/^["']/.test(io.token)) {
    throw new CommandFailure(3, "SVC_TOKEN is in quotes, which some tools keep as part of the value. Remove them.");
  }
  if (!/^[\u0021-\u007e]+$/.test(io.token)) {
    throw new CommandFailure(3, "SVC_TOKEN contains a character that no service key has. Export only the key.");
  }
  return io.token;
}

function withBaseUrl<Client>(io: Environment, create: (baseUrl: string) => Client): Client {
  if (io.apiUrl === null)
    throw new CommandFailure(2, "SVC_API_URL is not set. Export the server's base URL, such as http://127.0.0.1:7480.");
  const fault = apiUrlFault("SVC_API_URL", io.apiUrl);
  if (fault !== null) throw new CommandFailure(2, fault);
  try {
    return create(io.apiUrl);
  } catch (error) {
    if (error instanceof SvcError) throw new CommandFailure(2, error.message);
    throw error;
  }
}
