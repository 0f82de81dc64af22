/** Sets and removes OAuth apps, for operators. */
import { isName, ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import type { OAuthAppSecrets, OAuthAppStore, StoredOAuthApp } from "./app.ts";

/** An app to store. */
export type NewOAuthApp = Pick<StoredOAuthApp, "serviceClientId" | "provider" | "appId" | "name"> & { secret: string };

/** The operations on stored apps. */
export type StoredOAuthApps = {
  /** Stores an app, or replaces that of the same service client and provider. @throws ServiceError INVALID_REQUEST. */
  set(app: NewOAuthApp): Promise<StoredOAuthApp>;
  list(): Promise<StoredOAuthApp[]>;
  /** @throws ServiceError NOT_FOUND. */
  remove(app: Pick<StoredOAuthApp, "serviceClientId" | "provider">): Promise<{ appId: string }>;
};

/** Dependencies of the operations. */
export type StoredOAuthAppsDeps = {
  store: OAuthAppStore;
  secrets: Pick<OAuthAppSecrets, "seal">;
  platform: Pick<Platform, "nowMs">;
};

const visibleAscii = /^[\x21-\x7e]{1,500}$/;

/** Creates the operations. Each change is recorded in the deployment's audit chain. */
export function createStoredOAuthApps({ store, secrets, platform }: StoredOAuthAppsDeps): StoredOAuthApps {
  return {
    async set({ secret, ...app }) {
      if (!visibleAscii.test(app.appId)) throw invalid("--client-id must be visible ASCII, at most 500 characters.");
      if (!visibleAscii.test(secret)) {
        throw invalid("The client secret must be visible ASCII, at most 500 characters, without spaces.");
      }
      if (app.name !== "" && !isName(app.name)) throw invalid("--name must be one line of 1 to 100 characters.");
      const nowMs = platform.nowMs();
      const stored = { ...app, secret: await secrets.seal(app, secret), createdAt: nowMs, updatedAt: nowMs };
      await store.put(stored);
      return stored;
    },
    list: () => store.list(),
    async remove(app) {
      const appId = await store.remove(app.serviceClientId, app.provider);
      if (appId === null) throw new ServiceError("NOT_FOUND", { detail: "There is no such app. List the OAuth apps." });
      return { appId };
    },
  };
}

function invalid(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail });
}
