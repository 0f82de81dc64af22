/** The secrets that the file of `svc-server apply` refers to, and whether they are the stored ones. */
import type { Administration } from "../../domain/administration/port.ts";
import type { DesiredApp } from "../../domain/desired-state/document.ts";
import {
  isSameApp,
  type CurrentState,
  type ResolvedApp,
  type ResolvedSecret,
} from "../../domain/desired-state/plan.ts";
import type { KnownSecrets } from "./desired-files.ts";

type Resolving = {
  secrets: KnownSecrets;
  administration: Pick<Administration, "checkOAuthAppSecret" | "checkOAuthAppEventsSecret">;
  current: CurrentState;
};

/** Returns an app with its secrets, and whether each is the stored one. */
export async function resolveSecrets(
  app: DesiredApp,
  { secrets, administration, current }: Resolving,
): Promise<ResolvedApp> {
  const stored = current.oauthApps.find((other) => isSameApp(app, other));
  const of = stored === undefined || stored.serviceClientId === "" ? {} : { serviceClient: stored.serviceClientId };
  const call = { params: { provider: app.provider }, query: of };
  type Check = (given: typeof call & { body: { secret: string } }) => Promise<{ isSame: boolean }>;
  const resolve = async (reference: string, check: Check): Promise<ResolvedSecret> => {
    const resolved = secrets.get(reference) ?? "";
    return {
      resolved,
      isStored: stored !== undefined && (await check({ ...call, body: { secret: resolved } })).isSame,
    };
  };
  const secret = await resolve(app.secret, administration.checkOAuthAppSecret);
  if (app.eventsSecret === undefined) return { ...app, ...secret, events: null };
  return { ...app, ...secret, events: await resolve(app.eventsSecret, administration.checkOAuthAppEventsSecret) };
}
