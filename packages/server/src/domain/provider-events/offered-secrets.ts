/**
 * Some providers choose the secret that they sign with, and send it to the app's address, unsigned. Anyone can send such a
 * request, so svc takes one only while an operator waits, and uses no secret from it: it shows them. The operator enters
 * them at the provider, which accepts only its own, and sets that one.
 */
import { ServiceError } from "@svc/contract";
import { minuteMs } from "../clock/units.ts";
import type { Actor } from "../journal/port.ts";
import type { OAuthAppIdentity, OAuthAppSecrets, OAuthAppStore } from "../oauth/app.ts";
import type { Platform } from "../../platform.ts";
import type { EventSecretWindow, EventSecretWindowStore } from "./port.ts";

/** How long an operator waits at most. */
export const windowMs = 10 * minuteMs;

/** The most different secrets that a window takes. What comes then is refused like anything unsigned. */
export const offeredSecretsMax = 5;

/** Takes secrets. */
export type OfferedSecrets = {
  /** Keeps a secret until its window ends. @returns false if no operator waits for it, or the window is full. */
  take(provider: string, appId: string, secret: string): Promise<boolean>;
  /** Reads the windows again, and deletes those that have ended. */
  refresh(): Promise<void>;
};

/** Dependencies of {@link createOfferedSecrets}. */
export type OfferedSecretsDeps = {
  store: EventSecretWindowStore;
  secrets: OAuthAppSecrets;
  platform: Pick<Platform, "nowMs">;
};

/** A window with what came. */
type Opened = { window: EventSecretWindow; offered: readonly string[] };

/** Knows no window until the first `refresh`. Without one, an unsigned request costs no query. */
export function createOfferedSecrets({ store, secrets, platform }: OfferedSecretsDeps): OfferedSecrets {
  let known: readonly Opened[] = [];
  const isSame = (one: EventSecretWindow, other: EventSecretWindow): boolean =>
    one.serviceClientId === other.serviceClientId &&
    one.provider === other.provider &&
    one.appId === other.appId &&
    one.openedAt === other.openedAt;
  const read = async (): Promise<readonly Opened[]> => {
    const found = await Promise.all((await store.windows()).map((window) => opened(secrets, window)));
    return found.filter((one) => one !== null);
  };
  /** Each failed attempt means that another request or server added one, so there are few. */
  const add = async (to: Opened, secret: string): Promise<boolean> => {
    const { window, offered } = to;
    if (offered.includes(secret)) return true;
    if (offered.length >= offeredSecretsMax) return false;
    const next = [...offered, secret];
    const sealed = await secrets.seal(identityOf(window), JSON.stringify(next));
    const isAdded = await store.fillWindow(window, sealed);
    known = isAdded
      ? known.map((one) =>
          isSame(one.window, window) ? { window: { ...window, offered: sealed }, offered: next } : one,
        )
      : await read();
    if (isAdded) return true;
    const now = known.find((one) => isSame(one.window, window));
    return now !== undefined && (await add(now, secret));
  };
  return {
    async take(provider, appId, secret) {
      const nowMs = platform.nowMs();
      const open = known.filter(({ window }) => window.provider === provider && window.appId === appId);
      const waiting = open.filter(({ window }) => window.expiresAt > nowMs);
      const taken = await Promise.all(waiting.map((one) => add(one, secret)));
      return taken.includes(true);
    },
    async refresh() {
      const nowMs = platform.nowMs();
      known = await read();
      if (known.every(({ window }) => window.expiresAt > nowMs)) return;
      await store.dropWindows(nowMs);
    },
  };
}

/**
 * Opens a window for an app, unless one is open.
 * @param by who waits.
 * @returns the window, and what came in it, in order.
 * @throws ServiceError NOT_FOUND if there is no such app.
 */
export async function expectSecret(
  { apps, store, secrets, platform }: OfferedSecretsDeps & { apps: Pick<OAuthAppStore, "list"> },
  { serviceClientId, provider }: Pick<EventSecretWindow, "serviceClientId" | "provider">,
  by: Actor,
): Promise<Opened> {
  const isOf = (one: Pick<OAuthAppIdentity, "serviceClientId" | "provider">): boolean =>
    one.provider === provider && one.serviceClientId === serviceClientId;
  const app = (await apps.list()).find(isOf);
  const absent = new ServiceError("NOT_FOUND", { detail: absentDetail });
  if (app === undefined) throw absent;
  const { appId } = app;
  const openedAt = platform.nowMs();
  const before = (await store.windows()).find((one) => isOf(one) && one.appId === appId && one.expiresAt > openedAt);
  const open = before === undefined ? null : await opened(secrets, before);
  if (open !== null) return open;
  const own = { serviceClientId, provider, appId, openedAt, expiresAt: openedAt + windowMs };
  const window = { ...own, offered: await secrets.seal(identityOf(own), "[]") };
  if (!(await store.openWindow(window, by))) throw absent;
  return { window, offered: [] };
}

const absentDetail = "There is no such stored app. Store it with svc-server oauth-apps set, then wait for its secret.";

function identityOf(window: Omit<EventSecretWindow, "offered">): OAuthAppIdentity {
  const { serviceClientId, provider, appId, openedAt: expectedSince } = window;
  return { serviceClientId, provider, appId, expectedSince };
}

/** Null if it doesn't open: its row was changed, or its root key is gone. */
async function opened(secrets: OAuthAppSecrets, window: EventSecretWindow): Promise<Opened | null> {
  const text = await secrets.open(identityOf(window), window.offered);
  return text === null ? null : { window, offered: JSON.parse(text) as string[] };
}
