/** Where the server is reached, from its configuration. */
import type { Address, Config } from "./config.ts";

/** The server's external base URL: as configured, else made from where it listens. */
export function baseUrlOf({ publicUrl, listen }: Pick<Config, "publicUrl" | "listen">): string {
  return publicUrl ?? urlOf(listen);
}

/** Where browsers find the Connect pages: as configured, else at the public URL, else where they listen. */
export function connectUrlOf(config: Pick<Config, "publicUrl" | "listen" | "connectUrl" | "connectListen">): string {
  const { connectUrl, publicUrl, connectListen, listen } = config;
  return connectUrl ?? publicUrl ?? urlOf(connectListen ?? listen);
}

/** The URL of a listener, without a trailing slash. */
export function urlOf({ host, port }: Address): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
