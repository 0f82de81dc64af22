/** Derives the server's URLs from its configuration. */
import type { Address, Config } from "./config.ts";

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
