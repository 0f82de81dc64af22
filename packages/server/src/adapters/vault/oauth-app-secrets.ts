/**
 * The secrets of OAuth apps, sealed under the root key like the keys that it wraps. Each is bound to its provider, its
 * service client and its app, so an edited or swapped row doesn't open.
 */
import type { OAuthAppIdentity, OAuthAppSecrets } from "../../domain/oauth/app.ts";
import type { DeploymentRow } from "../../domain/vault/port.ts";
import type { Binding } from "./binding.ts";
import { wrapUnderSealingKey, type OpenVaultParts } from "./tenant-keys.ts";

/** Returns the binding of an app's secret under a root key. None of the joined texts has a line break. */
export function oauthAppBinding(
  deployment: DeploymentRow,
  { provider, serviceClientId, appId }: OAuthAppIdentity,
  rootKeyId: string,
): Binding {
  const subject = [rootKeyId, provider, serviceClientId, appId].join("\n");
  return { deployment, tenantId: "", subject, version: 1, purpose: "oauth-app" };
}

/** @param parts the open vault's. */
export function createOAuthAppSecrets(parts: OpenVaultParts): OAuthAppSecrets {
  return {
    async seal(app, secret) {
      const plaintext = new TextEncoder().encode(secret);
      try {
        return await wrapUnderSealingKey(parts, (id) => oauthAppBinding(parts.deployment, app, id), plaintext);
      } finally {
        plaintext.fill(0);
      }
    },
    async open(app, { wrapped, rootKeyId }) {
      if (!parts.rootKeys.keyIds.includes(rootKeyId)) return null;
      const plaintext = await parts.rootKeys.unwrap(
        rootKeyId,
        oauthAppBinding(parts.deployment, app, rootKeyId),
        wrapped,
      );
      if (plaintext === null) return null;
      try {
        return new TextDecoder().decode(plaintext);
      } finally {
        plaintext.fill(0);
      }
    },
  };
}
