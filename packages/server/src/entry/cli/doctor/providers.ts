/** Doctor: the SVC_… variables, the providers' hosts, your own providers, and the servers that you list. */
import { regionMark } from "@svc/provider-kit";
import { originsVariable, toListedText } from "../../../domain/catalog/listed-origins.ts";
import { describeDifference, differencesOf } from "../../../domain/executions/lease.ts";
import { check, deploymentCheck, type Finding } from "./check.ts";

/** Checks all variables and reports all faults. */
export const configuration = check("configuration", ({ environment }) => {
  const faults = environment.configurationFaults().map((detail): Finding => ({ status: "fail", detail }));
  const warnings = environment
    .variableWarnings()
    .map(({ detail, remedy }): Finding => ({ status: "warn", detail, remedy }));
  if (faults.length + warnings.length > 0) return [...faults, ...warnings];
  return { status: "ok", detail: "every variable is valid" };
});

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
      if (host.includes(regionMark)) {
        return { name, status: "look", detail: "not tried: each region has a host of its own" };
      }
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

/** The providers of `SVC_PROVIDERS`: unusable and loaded ones, differences between processes, and missing ones. */
export const ownProviders = deploymentCheck("providers of your own", async (deployment, { environment }) => {
  const described = await deployment.describedProviders.versions();
  const known = [...environment.providers, ...described].map(({ slug }) => slug);
  const missing = await deployment.connections.countOfOtherProviders(known);
  const findings = [
    ...environment.providerFaults.map((detail): Finding => {
      return { status: "fail", detail, remedy: "the server doesn't start with it" };
    }),
    ...missing.map(({ provider, count }): Finding => {
      const detail = `${provider} isn't loaded, and ${count === 1 ? "1 connection needs" : `${count} connections need`} it`;
      return { status: "warn", detail, remedy: "load it again with SVC_PROVIDERS, or disconnect them" };
    }),
    ...differencesOf(await deployment.owners.loaded()).map((difference): Finding => {
      const detail = describeDifference(difference);
      return { status: "warn", detail, remedy: "give every server the same files and the same SVC_PROVIDERS" };
    }),
    ...environment.providers.flatMap(({ slug, source }): Finding[] => {
      if (source.kind !== "loaded") return [];
      const { name, version, digest } = source;
      return [{ status: "ok", detail: `${slug}: ${name} ${version}, sha256:${digest}` }];
    }),
  ];
  return findings.length > 0 ? findings : { status: "ok", detail: "none", isUnused: true };
});

/** The servers of self-hosted products: those listed, and those that connections need. */
export const ownServers = deploymentCheck("servers in your own networks", async (deployment, { environment }) => {
  if (deployment.vault.sandbox) return { status: "ok", detail: "simulated in a sandbox" };
  const findings = environment.providers.map(async ({ slug, listedOrigins }): Promise<Finding[]> => {
    if (listedOrigins === null) return [];
    const counts = await deployment.connections.countByListedOrigin(slug);
    const unlisted = counts.filter(({ listedOrigin }) => !listedOrigins.map(toListedText).includes(listedOrigin));
    const names = listedOrigins.map(({ name }) => name).join(", ");
    return [
      names === ""
        ? { status: "ok", detail: `${slug}: none listed, so it is hidden from your tenants`, isUnused: true }
        : { status: "ok", detail: `${slug}: ${names}` },
      ...unlisted.map(({ listedOrigin, count }): Finding => {
        const needs = count === 1 ? "1 connection needs" : `${count} connections need`;
        const detail = `${needs} ${listedOrigin.replace(" ", " at ") || "a server without a name"}, which ${originsVariable(slug)} doesn't list`;
        return { status: "warn", detail, remedy: "list it again, or have its users reconnect" };
      }),
    ];
  });
  return (await Promise.all(findings)).flat();
});
