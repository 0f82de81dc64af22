/** The secrets with which providers sign the events of OAuth apps. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { refuseWithoutEvents } from "../../domain/administration/oauth-apps.ts";
import type { Administration } from "../../domain/administration/port.ts";
import { allDeployedProviders } from "./administered.ts";
import type { OperatorEnvironment } from "./environment.ts";
import { OperatorFailure, type OperatorIo } from "./io.ts";
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

/** How often it is asked for, and how many times: it ends before its window, because to ask then would open another. */
const everyMs = 1000;
const asksMax = 540;

/**
 * Shows the secrets that are sent to an app's address. None of them is stored.
 * @param options.wait whether to wait for the first one.
 * @throws OperatorFailure if none came, ServiceError.
 */
export async function expectEventsSecret(
  io: Pick<OperatorIo, "err">,
  administration: Pick<Administration, "expectOAuthAppEventsSecret">,
  provider: string,
  { serviceClient, wait }: { serviceClient?: string; wait: boolean },
): Promise<object> {
  const ask = () => administration.expectOAuthAppEventsSecret({ params: { provider }, query: queryOf(serviceClient) });
  let found = await ask();
  const { eventsPath } = found;
  if (wait && found.secrets.length === 0) {
    // Every server of the deployment knows about the window by then.
    await pause(2 * everyMs);
    io.err(
      `Let ${provider} send its secret to ${eventsPath} at svc's public address. Waiting for up to nine minutes.\n`,
    );
    for (let asks = 0; found.secrets.length === 0; asks += 1) {
      if (asks === asksMax) throw new OperatorFailure(`No secret came to ${eventsPath}. Run this again.`);
      await pause(everyMs);
      found = await ask();
    }
  }
  const { service_client_id: id, clientId, until, secrets } = found;
  const next =
    secrets.length === 1
      ? `Enter it at ${provider}. Once ${provider} has accepted it, store it`
      : `Somebody else sent some of these. Enter them at ${provider}, and store only the one that ${provider} accepts`;
  if (secrets.length > 0) io.err(`${next}: svc-server oauth-apps rotate-events-secret ${provider}\n`);
  return { provider, serviceClient: id ?? "", clientId, eventsPath, until, secrets };
}
