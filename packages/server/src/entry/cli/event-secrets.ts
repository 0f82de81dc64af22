/** The secrets with which providers sign the events of OAuth apps. */
import { readFileSync } from "node:fs";
import { refuseWithoutEvents } from "../../domain/administration/oauth-apps.ts";
import type { Administration } from "../../domain/administration/port.ts";
import { allDeployedProviders } from "./administered.ts";
import type { OperatorEnvironment } from "./environment.ts";
import { OperatorFailure } from "./io.ts";
import { queryOf, setOAuthApp } from "./oauth-apps.ts";

/** An app to set with its secret for events. */
type AppWithEvents = { clientId: string; name?: string; serviceClient?: string; file: string };

/**
 * Sets an app, and the secret for its events from a file. Nothing is set if the file can't be read.
 * @throws OperatorFailure, ServiceError.
 */
export async function setWithEventsSecret(
  administration: Administration,
  environment: Pick<OperatorEnvironment, "readSecret">,
  provider: string,
  { file, ...app }: AppWithEvents,
): Promise<object> {
  refuseWithoutEvents(provider, await allDeployedProviders(administration));
  const secret = readEventsSecret(file);
  const set = await setOAuthApp(administration, environment, provider, app);
  const { eventsPath } = await administration.setOAuthAppEventsSecret({
    params: { provider },
    query: queryOf(app.serviceClient),
    body: { secret },
  });
  return { ...set, eventsPath };
}

/**
 * Sets a new secret for an app's events, from standard input. The one before it works for another day.
 * @throws OperatorFailure, ServiceError.
 */
export async function rotateEventsSecret(
  administration: Administration,
  environment: Pick<OperatorEnvironment, "readSecret">,
  provider: string,
  { serviceClient }: { serviceClient?: string },
): Promise<object> {
  const secret = (await environment.readSecret()).trim();
  const set = await administration.setOAuthAppEventsSecret({
    params: { provider },
    query: queryOf(serviceClient),
    body: { secret, keepsOld: true },
  });
  const { service_client_id: id, clientId, eventsPath, oldUntil: oldSecretUntil } = set;
  return { provider, serviceClient: id ?? "", clientId, eventsPath, oldSecretUntil };
}

function readEventsSecret(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new OperatorFailure(`The file ${path} can't be read.`);
  }
}
