/** Combines the apps from the environment and from the database, where operators set and remove them. */
import type {
  EnvironmentApp,
  EnvironmentApps,
  OAuthApp,
  OAuthApps,
  OAuthAppSecrets,
  OAuthAppStore,
  StoredOAuthApp,
} from "./app.ts";
import { isName, ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import type { Actor } from "../journal/port.ts";
import { unlessStale } from "../versions/version.ts";

/** Dependencies of the known apps. */
export type KnownAppsDeps = {
  /** By provider, from `SVC_OAUTH_<PROVIDER>_CLIENT_ID` and `…_CLIENT_SECRET`. */
  environment: EnvironmentApps;
  /** Returns the client ID of a provider whose app is the document that svc serves; null for any other. */
  documentId?: (provider: string) => string | null;
  store: Pick<OAuthAppStore, "list">;
  secrets: Pick<OAuthAppSecrets, "open">;
  /** Reports an app whose secret can't be opened. No one can authorize with it. */
  onUnreadable: (app: Pick<StoredOAuthApp, "provider" | "serviceClientId">) => void;
};

/** The apps, with a method to reload them. */
export type KnownApps = OAuthApps & { refresh(): Promise<void> };

type Opened = { stored: StoredOAuthApp; app: OAuthApp | null };

/** Starts without stored apps, until the first `refresh`. A secret is opened again only if its row has changed. */
export function createKnownApps({
  environment,
  documentId = () => null,
  store,
  secrets,
  onUnreadable,
}: KnownAppsDeps): KnownApps {
  let known: ReadonlyMap<string, Opened> = new Map();
  let version = 0;
  const open = async (stored: StoredOAuthApp): Promise<Opened> => {
    const clientSecret = await secrets.open(stored, stored.secret);
    if (clientSecret === null) onUnreadable(stored);
    const { appId: clientId, name } = stored;
    return { stored, app: clientSecret === null ? null : { clientId, clientSecret, name } };
  };
  return {
    of: (provider, serviceClientId) => {
      const clientId = documentId(provider);
      if (clientId !== null) return [{ clientId, clientSecret: "", name: "" }];
      return appsInOrder(environment, known, provider, serviceClientId);
    },
    stateFor: (serviceClientId) => {
      const hasOwn = [...known.values()].some(({ stored }) => stored.serviceClientId === serviceClientId);
      return `${String(version)} ${hasOwn ? serviceClientId : ""}`;
    },
    async refresh() {
      const next = new Map<string, Opened>();
      let isChanged = false;
      for (const stored of await store.list()) {
        const key = keyOf(stored.provider, stored.serviceClientId);
        const before = known.get(key);
        const isSame = before !== undefined && isSameRow(before.stored, stored);
        isChanged ||= !isSame;
        next.set(key, isSame ? before : await open(stored));
      }
      if (!isChanged && next.size === known.size) return;
      known = next;
      version += 1;
    },
  };
}

/**
 * Returns a service client's own app, then the deployment's, then the environment's. If the first stored one can't be
 * opened, returns none, so that a white label's users never see another app.
 */
function appsInOrder(
  environment: KnownAppsDeps["environment"],
  known: ReadonlyMap<string, Opened>,
  provider: string,
  serviceClientId: string,
): OAuthApp[] {
  const stored = [known.get(keyOf(provider, serviceClientId)), known.get(keyOf(provider, ""))].filter(
    (opened) => opened !== undefined,
  );
  if (stored[0]?.app === null) return [];
  const given = environment.get(provider);
  const apps = [...stored.map(({ app }) => app), given === undefined ? null : namelessApp(given)];
  return apps.filter((app) => app !== null);
}

function namelessApp({ clientId, clientSecret }: EnvironmentApp): OAuthApp {
  return { clientId, clientSecret, name: "" };
}

function keyOf(provider: string, serviceClientId: string): string {
  return `${provider} ${serviceClientId}`;
}

function isSameRow(one: StoredOAuthApp, other: StoredOAuthApp): boolean {
  return (
    one.appId === other.appId &&
    one.name === other.name &&
    one.secret.rootKeyId === other.secret.rootKeyId &&
    Buffer.compare(one.secret.wrapped, other.secret.wrapped) === 0
  );
}

/** An app to store. */
export type NewOAuthApp = Pick<StoredOAuthApp, "serviceClientId" | "provider" | "appId" | "name"> & {
  /** Null for an app that has none, which only a registration by svc yields. */
  secret: string | null;
};

/**
 * The operations on stored apps. With another version than the expected one, they throw ServiceError
 * PRECONDITION_FAILED.
 */
export type StoredOAuthApps = {
  /**
   * Stores an app, or replaces that of the same service client and provider.
   * @param expectedVersion the version that is to be replaced; null if there must be none.
   * @throws ServiceError INVALID_REQUEST.
   */
  set(app: NewOAuthApp, expectedVersion?: string | null): Promise<StoredOAuthApp>;
  list(): Promise<StoredOAuthApp[]>;
  /** @throws ServiceError NOT_FOUND. */
  remove(
    app: Pick<StoredOAuthApp, "serviceClientId" | "provider">,
    expectedVersion?: string,
  ): Promise<{ appId: string }>;
};

/** Dependencies of the operations. */
export type StoredOAuthAppsDeps = {
  store: OAuthAppStore;
  secrets: Pick<OAuthAppSecrets, "seal">;
  platform: Pick<Platform, "nowMs">;
  /** The actor for the audit trail: `operator` on the command line by default. */
  actor?: Actor;
};

const visibleAscii = /^[\x21-\x7e]{1,500}$/;

/** Creates the operations. Each change is recorded in the deployment's journal. */
export function createStoredOAuthApps(deps: StoredOAuthAppsDeps): StoredOAuthApps {
  const { store, secrets, platform, actor = "operator" } = deps;
  return {
    async set({ secret, ...app }, expectedVersion) {
      if (!visibleAscii.test(app.appId)) throw invalid("--client-id must be visible ASCII, at most 500 characters.");
      if (secret !== null && !visibleAscii.test(secret)) {
        throw invalid("The client secret must be visible ASCII, at most 500 characters, without spaces.");
      }
      if (app.name !== "" && !isName(app.name)) throw invalid("--name must be one line of 1 to 100 characters.");
      const nowMs = platform.nowMs();
      const stored = { ...app, secret: await secrets.seal(app, secret ?? ""), createdAt: nowMs, updatedAt: nowMs };
      unlessStale(await store.put(stored, actor, expectedVersion));
      return stored;
    },
    list: () => store.list(),
    async remove(app, expectedVersion) {
      const removed = unlessStale(await store.remove(app, actor, expectedVersion));
      if (removed === null)
        throw new ServiceError("NOT_FOUND", { detail: "There is no such app. List the OAuth apps." });
      return removed;
    },
  };
}

function invalid(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail });
}
