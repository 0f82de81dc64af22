/** Registers svc's app at the authorization server of an MCP server (RFC 7591), if its review says so. */
import { ServiceError } from "@svc/contract";
import { InspectionFault, type RegisteredApp, type Review } from "@svc/mcp-provider";
import type { StoredOAuthApp } from "./app.ts";
import type { StoredOAuthApps } from "./known-apps.ts";

/** An app to be registered: what users see of it, and how it authenticates. */
export type NewApp = { provider: string; name: string; method: string };

/** Sends the registration to its endpoint. @throws InspectionFault */
export type SendRegistration = (endpoint: string, app: NewApp) => Promise<RegisteredApp>;

/** Whether a provider has an app for all service clients. */
export function hasSharedApp(
  slug: string,
  apps: readonly Pick<StoredOAuthApp, "provider" | "serviceClientId">[],
): boolean {
  return apps.some(({ provider, serviceClientId }) => provider === slug && serviceClientId === "");
}

/**
 * Registers an app for all service clients, and stores it with its secret sealed. An app that is there already stays:
 * connections belong to it.
 * @param parts.name what users see; "" for svc's own.
 * @throws ServiceError INVALID_REQUEST with the reason; no app is then stored.
 */
export async function registerAppFor(
  { slug, auth }: Pick<Review, "slug" | "auth">,
  { name, apps, send }: { name: string; apps: Pick<StoredOAuthApps, "list" | "set">; send: SendRegistration },
): Promise<Pick<RegisteredApp, "clientId" | "secretExpiresAt">> {
  if (auth.kind !== "oauth" || auth.app !== "registered" || auth.registrationEndpoint === null) {
    throw refused(`The review of ${slug} doesn't say that svc registers an app: see its field auth.app.`);
  }
  if (hasSharedApp(slug, await apps.list())) {
    const detail = `${slug} has an app, and its connections belong to it. Remove that app first if you want another.`;
    throw refused(detail);
  }
  const described = { provider: slug, name: name || "svc", method: auth.clientAuthentication };
  const made = await send(auth.registrationEndpoint, described).catch((error: unknown) => {
    if (!(error instanceof InspectionFault)) throw error;
    throw refused(`No app was registered for ${slug}. ${error.message}`);
  });
  const { clientId, clientSecret: secret, secretExpiresAt } = made;
  await apps.set({ serviceClientId: "", provider: slug, appId: clientId, name, secret }, null);
  return { clientId, secretExpiresAt };
}

function refused(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail });
}
