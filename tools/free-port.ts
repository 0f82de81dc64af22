/** A port to listen on, for a program that has to know its port before it listens. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that the system gives out by itself, so that no connection takes one before its server listens. */
const portRange = { from: 20_000, to: 32_000 };

/** A port of the loopback that nobody listens on. @throws Error where none is found. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(portRange.from, portRange.to);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
  throw new Error("No port is free.");
}
