/** Checks addresses and starts listeners, and tells the operator what to do if an address can't be used. */
import { createServer, type Server } from "node:net";
import { ConfigError, type Address } from "./config.ts";

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use. Stop the server that runs there, or choose another address",
  EACCES: "can't be listened on: this user may not open that port",
  EADDRNOTAVAIL: "can't be listened on: this machine has no such address",
};

/**
 * Checks that a server can listen at all of these addresses, before it creates anything. They are bound together, because
 * different texts can name the same port (`0.0.0.0` and `127.0.0.1`), and then released.
 * @param addresses by the setting that contains each; null if it isn't set.
 * @throws ConfigError for the first one that the operating system refuses.
 */
export async function checkAddresses(addresses: Readonly<Record<string, Address | null>>): Promise<void> {
  const bound: Server[] = [];
  try {
    for (const [variable, address] of Object.entries(addresses)) {
      if (address !== null) bound.push(await listenAt(variable, address, bind));
    }
  } finally {
    await Promise.all(bound.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

function bind(address: Address): Promise<Server> {
  // A connection that arrives now would delay `close`.
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => resolve(server));
  });
}

/**
 * Listens at an address.
 * @param variable the setting that contains the address.
 * @returns what `listen` returns.
 * @throws ConfigError that names the setting and the address, if the operating system refuses it.
 */
export async function listenAt<T>(
  variable: string,
  address: Address,
  listen: (address: Address) => Promise<T>,
): Promise<T> {
  try {
    return await listen(address);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = reasons[code];
    if (reason === undefined) throw error;
    const host = address.host.includes(":") ? `[${address.host}]` : address.host;
    throw new ConfigError([`${variable}: ${host}:${address.port} ${reason}.`]);
  }
}
