/** The secrets that the file of `svc-server apply` refers to, and whether they are the stored ones. */
import { readFile } from "node:fs/promises";
import type { Administration } from "../../domain/administration/port.ts";
import type { DesiredApp } from "../../domain/desired-state/document.ts";
import {
  isSameApp,
  type CurrentState,
  type ResolvedApp,
  type ResolvedSecret,
} from "../../domain/desired-state/plan.ts";
import type { OperatorEnvironment } from "./environment.ts";
import { OperatorFailure } from "./io.ts";

type Resolving = {
  environment: Pick<OperatorEnvironment, "variable">;
  administration: Pick<Administration, "checkOAuthAppSecret" | "checkOAuthAppEventsSecret">;
  current: CurrentState;
};

/** Finds an app's secrets, and whether each is the stored one. @throws OperatorFailure if one isn't where the file says. */
export async function resolveSecrets(
  app: DesiredApp,
  { environment, administration, current }: Resolving,
): Promise<ResolvedApp> {
  const stored = current.oauthApps.find((other) => isSameApp(app, other));
  const of = stored === undefined || stored.serviceClientId === "" ? {} : { serviceClient: stored.serviceClientId };
  const call = { params: { provider: app.provider }, query: of };
  type Check = (given: typeof call & { body: { secret: string } }) => Promise<{ isSame: boolean }>;
  const resolve = async (reference: string, check: Check): Promise<ResolvedSecret> => {
    const resolved = await readSecret(reference, environment);
    return {
      resolved,
      isStored: stored !== undefined && (await check({ ...call, body: { secret: resolved } })).isSame,
    };
  };
  const secret = await resolve(app.secret, administration.checkOAuthAppSecret);
  if (app.eventsSecret === undefined) return { ...app, ...secret, events: null };
  return { ...app, ...secret, events: await resolve(app.eventsSecret, administration.checkOAuthAppEventsSecret) };
}

async function readSecret(reference: string, environment: Resolving["environment"]): Promise<string> {
  const [kind = "", ...rest] = reference.split(":");
  const place = rest.join(":");
  if (kind === "env") {
    const value = environment.variable(place);
    if (value === undefined || value === "")
      throw new OperatorFailure(`The variable ${place} isn't set. Nothing was changed.`);
    return value;
  }
  try {
    return (await readFile(place, "utf8")).trim();
  } catch (error) {
    throw new OperatorFailure(`The file ${place} can't be read. Nothing was changed.`, { cause: error });
  }
}
