/** A simulated proxy as egress takes it: for every host, also on this machine. */
import { readFileSync } from "node:fs";
import type { TestContext } from "node:test";
import { startTunnelProxy, type TunnelProxy } from "@svc/simulator/tunnel-proxy";
import { parseProxy, type EgressProxy } from "../../../src/adapters/egress/proxy.ts";
import { certificate } from "./raw-server.ts";

/** A running proxy. */
export type CuttingProxy = TunnelProxy & { proxy: EgressProxy };

/** @param upstreamPort where every tunnel leads. @param options.user `user:password` in the proxy's URL. */
export async function cuttingProxy(
  t: Pick<TestContext, "after">,
  upstreamPort: number,
  { user = "", tls = false }: { user?: string; tls?: boolean } = {},
): Promise<CuttingProxy> {
  const key = readFileSync(new URL("test-only-key.pem", import.meta.url), "utf8");
  const started = await startTunnelProxy(upstreamPort, { user, ...(tls ? { tls: { key, cert: certificate } } : {}) });
  t.after(() => started.close());
  const parsed = parseProxy(started.url, { extraCa: tls ? certificate : null });
  if (parsed === null) throw new Error("It is no proxy.");
  return Object.assign(started, { proxy: { ...parsed, takes: ({ protocol }: URL) => protocol === "https:" } });
}
