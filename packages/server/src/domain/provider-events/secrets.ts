/** The secrets with which providers sign events: those that verify now, and the operations on them. */
import { ServiceError } from "@svc/contract";
import { dayMs } from "../clock/units.ts";
import type { EnvironmentApps, OAuthAppIdentity, OAuthAppSecrets, OAuthAppStore } from "../oauth/app.ts";
import type { Platform } from "../../platform.ts";
import type { Actor } from "../journal/port.ts";
import { unlessStale } from "../versions/version.ts";
import type { EventSecretStore, StoredEventSecret } from "./port.ts";

/** A secret that may verify a delivery, and whose app it is: a service client's, or "" for the deployment's. */
export type EventSecret = { serviceClientId: string; secret: string };

/** The secrets that verify now. */
export type EventSecrets = {
  /** Returns those of an app, by its id at the provider; none if it has none. */
  of(provider: string, appId: string): readonly EventSecret[];
  /** Reads them again. */
  refresh(): Promise<void>;
};

/** Dependencies of {@link createEventSecrets}. */
export type EventSecretsDeps = {
  /** The apps from environment variables, with their secrets. */
  environment: EnvironmentApps;
  store: Pick<EventSecretStore, "list">;
  secrets: Pick<OAuthAppSecrets, "open">;
  platform: Pick<Platform, "nowMs">;
  /** Reports a secret that can't be opened. It verifies nothing. */
  onUnreadable: (secret: Pick<StoredEventSecret, "provider" | "serviceClientId">) => void;
};

type Opened = { stored: StoredEventSecret; secret: string | null };

/** Starts without stored secrets, until the first `refresh`. One is opened again only if its row has changed. */
export function createEventSecrets({
  environment,
  store,
  secrets,
  platform,
  onUnreadable,
}: EventSecretsDeps): EventSecrets {
  let known: readonly Opened[] = [];
  const open = async (stored: StoredEventSecret): Promise<Opened> => {
    const secret = await secrets.open(identityOf(stored), stored.secret);
    if (secret === null) onUnreadable(stored);
    return { stored, secret };
  };
  return {
    of(provider, appId) {
      const nowMs = platform.nowMs();
      const given = environment.get(provider);
      const ofEnvironment = given?.clientId === appId ? given.eventSecrets : [];
      const ofStore = known.flatMap(({ stored, secret }) => {
        const isOfApp = stored.provider === provider && stored.appId === appId;
        if (!isOfApp || secret === null || (stored.usableUntil ?? nowMs) < nowMs) return [];
        return [{ serviceClientId: stored.serviceClientId, secret }];
      });
      return [...ofStore, ...ofEnvironment.map((secret) => ({ serviceClientId: "", secret }))];
    },
    async refresh() {
      const rows = await store.list();
      known = await Promise.all(
        rows.map(async (stored) => {
          const same = known.find((before) => isSameRow(before.stored, stored));
          return same === undefined ? await open(stored) : { ...same, stored };
        }),
      );
    },
  };
}

/** Returns what a stored secret is sealed for. */
export function identityOf({ serviceClientId, provider, appId, createdAt }: StoredEventSecret): OAuthAppIdentity {
  return { serviceClientId, provider, appId, signsSince: createdAt };
}

function isSameRow(one: StoredEventSecret, other: StoredEventSecret): boolean {
  return (
    one.serviceClientId === other.serviceClientId &&
    one.provider === other.provider &&
    one.appId === other.appId &&
    one.createdAt === other.createdAt &&
    Buffer.compare(one.secret.wrapped, other.secret.wrapped) === 0
  );
}

/** How long an old secret also verifies after a rotation: providers switch at once, but repeat what they signed before. */
const oldSecretMs = dayMs;

/** Whether a text can be a secret for events: visible ASCII, from 8 to 500 characters, without spaces. */
export function isEventSecret(text: string): boolean {
  return /^[\x21-\x7e]{8,500}$/.test(text);
}

/** Dependencies of {@link setEventSecret}. */
export type SetSecretDeps = {
  store: Pick<EventSecretStore, "put">;
  apps: Pick<OAuthAppStore, "list">;
  secrets: Pick<OAuthAppSecrets, "seal">;
  platform: Pick<Platform, "nowMs">;
};

/** A secret to set. */
export type SecretChange = {
  secret: string;
  keepsOld: boolean;
  actor: Actor;
  expectedVersion?: string | null | undefined;
};

/**
 * Sets the secret that a provider signs an app's events with.
 * @param change.keepsOld whether the secret before it also verifies for another day. @param change.expectedVersion the
 * version of that one; null if there must be none. @param change.actor who makes the change.
 * @returns the stored secret, and until when the old one verifies; null if it doesn't.
 * @throws ServiceError INVALID_REQUEST, NOT_FOUND if there is no such app, or PRECONDITION_FAILED.
 */
export async function setEventSecret(
  { store, apps, secrets, platform }: SetSecretDeps,
  { serviceClientId, provider }: Pick<StoredEventSecret, "serviceClientId" | "provider">,
  { secret, keepsOld, actor: by, expectedVersion }: SecretChange,
): Promise<{ stored: StoredEventSecret; oldUntil: number | null }> {
  if (!isEventSecret(secret)) {
    const detail = "The secret for events must be visible ASCII, from 8 to 500 characters, without spaces.";
    throw new ServiceError("INVALID_REQUEST", { detail });
  }
  const app = (await apps.list()).find((one) => one.provider === provider && one.serviceClientId === serviceClientId);
  const detail =
    "There is no such stored app. Store it with svc-server oauth-apps set, or set the secret of an app from the environment there, as SVC_OAUTH_…_EVENTS_SECRET.";
  const absent = new ServiceError("NOT_FOUND", { detail });
  if (app === undefined) throw absent;
  const { appId } = app;
  for (let createdAt = platform.nowMs(); ; createdAt += 1) {
    const sealed = await secrets.seal({ serviceClientId, provider, appId, signsSince: createdAt }, secret);
    const stored = { serviceClientId, provider, appId, createdAt, usableUntil: null, secret: sealed };
    const oldUntil = keepsOld ? createdAt + oldSecretMs : null;
    const result = unlessStale(await store.put(stored, { oldUntil, by, expectedVersion }));
    if (result === false) throw absent;
    if (result === true) return { stored, oldUntil };
    // Two changes in one millisecond: the later one is a millisecond later.
  }
}
