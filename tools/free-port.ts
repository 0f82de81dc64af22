/** A port for a program that has to know its port before it listens. */
import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Below the system's ephemeral ports, so that no connection occupies one before its server listens. */
const portRange = { from: 20_000, to: 26_000 };

/**
 * The caller listens on the port's guard, this far above it, until its program has had time to listen: otherwise,
 * several test processes that draw at the same time would get the same port every few hundred runs.
 */
const guardOffset = 6_000;
const guardedMs = 60_000;

/** A free loopback port, reserved for a minute. @throws Error if none is found. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(portRange.from, portRange.to);
    const guard = await listenOn(port + guardOffset);
    if (guard === null) continue;
    guard.unref();
    const probe = await listenOn(port);
    if (probe !== null) {
      await closed(probe);
      setTimeout(() => guard.close(), guardedMs).unref();
      return port;
    }
    await closed(guard);
  }
  throw new Error("No port is free.");
}

function listenOn(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(null)).listen(port, "127.0.0.1", () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}
