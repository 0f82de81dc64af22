/** What operators administer through the admin API of this process. */
import { createDocumentGet } from "../adapters/egress/document-get.ts";
import { createAdministration } from "../domain/administration/administration.ts";
import type { AdministeredProvider, Administration, AdministrationDeps } from "../domain/administration/port.ts";
import type { Actor } from "../domain/journal/port.ts";
import { fetchLogo } from "../domain/service-clients/logo.ts";
import { describeAdministered } from "../entry/cli/providers.ts";
import type { Ground } from "./ground.ts";
import { operatorProvider } from "./operator-provider.ts";
import { version } from "./own-process.ts";
import { registeredProviders } from "./providers.ts";
import { createOperatorSecrets } from "./secrets.ts";
import { documentUrlRules } from "./webhooks.ts";

type Grounds = Pick<Ground, "resources" | "serviceKeys" | "cursors" | "config" | "sandbox" | "registry" | "coded">;

/** What the server has for providers that are described by data. */
export type DescribedServices = Pick<AdministrationDeps, "reviews" | "loadProviders">;

/** Creates the operations for an actor of the audit trail. */
export function administrationBy(
  ground: Grounds,
  { reviews, loadProviders }: DescribedServices,
): (actor: Actor) => Administration {
  const { config, sandbox, resources, registry, cursors, coded = registeredProviders } = ground;
  const { store, vault, platform, newId } = resources;
  const rules = documentUrlRules(config, sandbox);
  const fetchDocument = createDocumentGet({
    isAllowedAddress: rules.isAllowedAddress,
    userAgent: `svc/${version}`,
    accept: "image/png, image/jpeg, image/webp",
    proxy: sandbox ? null : config.egressProxy,
  });
  const providers = registry.derive(({ providers: loaded, described }) =>
    loaded.map((provider): AdministeredProvider => {
      const source = coded.find((one) => one.provider.slug === provider.slug)?.source ?? { kind: "built_in" };
      const shown = operatorProvider({ provider, source }, config.listedOrigins);
      const byData = described.find((one) => one.provider.slug === provider.slug);
      const own = describeAdministered(shown);
      const from = byData === undefined ? {} : { from: "the database", digest: `sha256:${byData.digest}` };
      return {
        slug: provider.slug,
        actions: provider.actions,
        takesApp: shown.takesApp,
        offersSecret: shown.offersSecret,
        described: { ...own, ...from },
      };
    }),
  );
  return (actor) =>
    createAdministration({
      store,
      vault,
      keys: ground.serviceKeys,
      operatorSecrets: createOperatorSecrets(vault.hashes, platform),
      signing: { deploymentId: vault.deploymentId, signatures: vault.signatures },
      cursors,
      platform,
      newId,
      reviews,
      loadProviders,
      providers,
      fetchLogo: (url) => fetchLogo({ fetchDocument, rules }, url),
      environmentApps: () => [...config.oauthApps.keys()],
      eventRetentionDays: () => config.eventRetentionDays,
      progress: () => undefined,
      actor,
    });
}
