/** A server's role with every setting at a value that svc isn't written for, and a stand-in for a pooler. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { Client } from "pg";
import type { TestDatabase } from "../../../../../../tools/postgres/index.ts";

/** Values that a role may have, each unlike the one that svc needs. */
export const oddSettings: Readonly<Record<string, string>> = {
  row_security: "off",
  default_transaction_isolation: "serializable",
  default_transaction_deferrable: "on",
  standard_conforming_strings: "off",
  transform_null_equals: "on",
  bytea_output: "escape",
  DateStyle: "SQL, DMY",
  IntervalStyle: "iso_8601",
  TimeZone: "Asia/Kathmandu",
  extra_float_digits: "-15",
  array_nulls: "off",
  backslash_quote: "on",
  escape_string_warning: "off",
  quote_all_identifiers: "on",
  check_function_bodies: "off",
  exit_on_error: "on",
  client_min_messages: "error",
  idle_session_timeout: "60000",
  lock_timeout: "1",
  statement_timeout: "1",
  idle_in_transaction_session_timeout: "1",
};

/** Gives a database's server role these settings for its new sessions. */
export async function setForRole(
  { url, serverUrl }: TestDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    for (const [name, value] of Object.entries(settings))
      await admin.query(`alter role "${new URL(serverUrl).username}" set ${name} = '${value}'`);
  } finally {
    await admin.end();
  }
}

/** `BackendKeyData` up to the process's number. */
const keyData = Buffer.from("K\0\0\0\u000c", "latin1");

/** Passes everything on, but makes up the number of the process that serves a connection, as poolers do. */
export async function poolerBefore(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (data) => upstream.write(data));
    upstream.on("data", (data) => {
      const at = data.indexOf(keyData);
      if (at !== -1) data.writeInt32BE(data.readInt32BE(at + keyData.length) + 1, at + keyData.length);
      client.write(data);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(databaseUrl);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
