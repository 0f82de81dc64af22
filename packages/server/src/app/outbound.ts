/** The egress of a server, and lookups in its targets. */
import { createEgress, defaultLimits, type Egress, type EgressTarget } from "../adapters/egress/index.ts";
import type { Config } from "./config.ts";
import type { Resources } from "./resources.ts";
import { version } from "./version.ts";

/** Creates the egress with the time limits of the configuration. */
export function buildEgress(
  config: Config,
  targets: readonly EgressTarget[],
  { platform, machine }: Resources,
): Egress {
  const { connectTimeoutMs, callTimeoutMs } = config;
  const timeouts = { connectTimeoutMs, headersTimeoutMs: callTimeoutMs, totalTimeoutMs: callTimeoutMs };
  return createEgress({
    targets,
    limits: { ...defaultLimits, ...timeouts },
    userAgent: `svc/${version}`,
    monotonicMs: platform.monotonicMs,
    nowMs: platform.nowMs,
    machine,
  });
}

/** Returns a function that finds the host of a provider's service, or of one of its further or listed origins. */
export function hostFinder(
  targets: readonly EgressTarget[],
): (provider: string, service: string, origin?: string) => string {
  const origins = targets.flatMap(({ provider, service, origin, origins: further = {}, listed = {} }) => [
    ...(origin === null ? [] : [[`${provider} ${service}`, origin] as const]),
    ...Object.entries({ ...further, ...listed }).map(([name, one]) => [`${provider} ${service} ${name}`, one] as const),
  ]);
  const hosts = new Map<string, string>(origins.map(([place, origin]) => [place, new URL(origin).host]));
  return (provider, service, origin) => {
    const place = (origin ?? "") === "" ? `${provider} ${service}` : `${provider} ${service} ${origin}`;
    return hosts.get(place) ?? "";
  };
}

/** Returns the origin of each simulated authorization server, by slug. A live one's origin is the provider's own. */
export function findAuthorizationOrigins(targets: readonly EgressTarget[]): ReadonlyMap<string, string> {
  const servers = targets.filter(({ service, loopbackOnly }) => service === "authorization" && loopbackOnly);
  return new Map(servers.flatMap(({ provider, origin }) => (origin === null ? [] : [[provider, origin] as const])));
}
