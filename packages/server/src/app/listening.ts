/** Starts listeners, and tells the operator what to do if an address can't be used. */
import { ConfigError } from "./config.ts";

type Address = { host: string; port: number };

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use. Stop the server that runs there, or choose another address",
  EACCES: "can't be listened on: this user may not open that port",
  EADDRNOTAVAIL: "can't be listened on: this machine has no such address",
};

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
