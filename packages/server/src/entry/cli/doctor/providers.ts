/** The doctor's look at the providers' hosts. */
import { check, type Finding } from "./check.ts";

/** A line for each host, where that is asked for. */
export const providers = check("providers", async ({ environment, reachProviders }) => {
  if (!reachProviders) {
    return {
      status: "look",
      detail: "not tried: --reach-providers makes a TLS connection to each host and sends nothing",
    };
  }
  const hosts = [...new Set(environment.providers.flatMap(({ hosts: own }) => own))];
  return await Promise.all(
    hosts.map(async (host): Promise<Finding> => {
      const name = `provider ${host}`;
      const fault = await environment.reach(host);
      if (fault === null) return { name, status: "ok", detail: "takes a TLS connection" };
      return {
        name,
        status: "fail",
        detail: `no TLS connection (${fault})`,
        remedy: "look at DNS, proxy and firewall",
      };
    }),
  );
});
