/** Doctor: the providers' hosts. */
import { check, type Finding } from "./check.ts";

/** Tries each host if requested. */
export const providers = check("providers", async ({ environment, reachProviders }) => {
  if (!reachProviders) {
    return {
      status: "look",
      detail: "not tried: --reach-providers opens a TLS connection to each host and sends nothing",
    };
  }
  const hosts = [...new Set(environment.providers.flatMap(({ hosts: own }) => own))];
  return await Promise.all(
    hosts.map(async (host): Promise<Finding> => {
      const name = `provider ${host}`;
      const fault = await environment.reach(host);
      if (fault === null) return { name, status: "ok", detail: "accepts TLS connections" };
      return {
        name,
        status: "fail",
        detail: `no TLS connection (${fault})`,
        remedy: "check DNS, proxy and firewall",
      };
    }),
  );
});
