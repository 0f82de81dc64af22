/** The server's addresses: their URLs, how it listens at them, and how it stops. */
import { createServer, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { waitAtMost } from "../domain/clock/units.ts";
import type { RequestTracker } from "../entry/rest/connections.ts";
import { ConfigError, type Config } from "./config.ts";
import type { Address } from "./settings/reader.ts";
import type { Apps } from "./routes.ts";

/** Returns the server's external base URL: as configured, otherwise that of its listener. */
export function toBaseUrl({ publicUrl, listen }: Pick<Config, "publicUrl" | "listen">): string {
  return publicUrl ?? toListenerUrl(listen);
}

/**
 * Returns the base URL of the Connect pages: as configured, otherwise the public URL, otherwise that of their listener.
 */
export function toConnectUrl(config: Pick<Config, "publicUrl" | "listen" | "connectUrl" | "connectListen">): string {
  const { connectUrl, publicUrl, connectListen, listen } = config;
  return connectUrl ?? publicUrl ?? toListenerUrl(connectListen ?? listen);
}

/** Returns the URL of a listener, without a trailing slash. */
export function toListenerUrl({ host, port }: Address): string {
  return `http://${hostInUrl(host)}:${port}`;
}

/** Returns a host as URLs have it: an IPv6 address is in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use. Stop the server that runs there, or choose another address",
  EACCES: "can't be listened on: this user may not open that port",
  EADDRNOTAVAIL: "can't be listened on: this machine has no such address",
};

/**
 * Checks that a server can listen at all of these addresses, before it creates anything. They are bound together,
 * because different texts can name the same port (`0.0.0.0` and `127.0.0.1`), and then released.
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
 * How many connections may wait to be accepted; the operating system's own limit may be lower (`somaxconn`). Of a burst
 * that is larger, those beyond are tried again after 1, 3 and 7 seconds, too late for a provider that waits for three.
 */
const backlog = 4096;

/**
 * Listens at an address.
 * @param variable the setting that contains the address.
 * @returns what `listen` returns.
 * @throws ConfigError that names the setting and the address, if the operating system refuses it.
 */
export async function listenAt<T>(
  variable: string,
  address: Address,
  listen: (address: Address & { backlog: number }) => Promise<T>,
): Promise<T> {
  try {
    return await listen({ ...address, backlog });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = reasons[code];
    if (reason === undefined) throw error;
    const host = address.host.includes(":") ? `[${address.host}]` : address.host;
    throw new ConfigError([`${variable}: ${host}:${address.port} ${reason}.`]);
  }
}

/** How long a stop waits for requests in flight, beyond the longest provider call, in milliseconds. */
export const drainExtraMs = 5000;

/** Waits for load balancers, which send requests until their next readiness probe even if nothing is in flight now. */
export async function drainGrace(requests: RequestTracker, graceMs: number, abort: AbortSignal): Promise<void> {
  if (requests.hasReadinessProbe()) await pause(graceMs, undefined, { signal: abort }).catch(() => undefined);
  else await requests.idle(graceMs, abort);
}

/** Closes every listener; connections that are still open after {@link drainExtraMs} are cut off. */
export async function closeApps({ app, connectApp, adminApp }: Apps): Promise<void> {
  const apps = [...new Set([app, connectApp, ...(adminApp === null ? [] : [adminApp])])];
  await waitAtMost(Promise.all(apps.map((one) => one.close())), drainExtraMs);
  // For Node.js, a connection that never sent a request isn't idle and would keep the process alive for a minute.
  for (const { server } of apps) server.closeAllConnections();
}
