/** Sends a sample of a provider's event to a sandbox's own address, signed as its simulator signs it. */
import type { ProviderEventType, SimulatorModule } from "@svc/provider-kit";
import { createEventSecrets } from "../domain/provider-events/secrets.ts";
import type { EmittedEvent, EventToEmit } from "../entry/cli/environment.ts";
import { OperatorFailure, UsageFailure } from "../entry/cli/io.ts";
import type { Config } from "./config.ts";
import { toListenerUrl } from "./listening.ts";
import type { RegisteredProvider } from "./providers.ts";
import type { Resources } from "./resources.ts";

/** Where it is sent from. */
export type EmitDeps = {
  config: Pick<Config, "listen" | "oauthApps">;
  resources: Pick<Resources, "vault" | "platform"> & {
    store: Pick<Resources["store"], "providerEvents" | "eventSecrets">;
  };
  providers: readonly Pick<RegisteredProvider, "provider" | "signEvent">[];
};

/**
 * Sends one event.
 * @throws OperatorFailure that says what is missing: a sandbox, a connection that asked for it, the app's secret, or a
 * server; UsageFailure for an unknown provider or type.
 */
export async function emitEvent(deps: EmitDeps, wanted: EventToEmit): Promise<EmittedEvent> {
  const { config, resources, providers } = deps;
  const { store, vault, platform } = resources;
  if (!vault.sandbox) throw new OperatorFailure("Only a sandbox sends events itself: svc-server serve --sandbox.");
  const { provider, type, connection } = wanted;
  const sign = await signerOf(providers, wanted);
  const receivers = await store.providerEvents.receivers(provider, type);
  const receiver = connection === undefined ? receivers[0] : receivers.find((one) => one.connectionId === connection);
  if (receiver === undefined) throw new OperatorFailure(describeNoReceiver(wanted));
  const { connectionId: connection_id, account, appId } = receiver;
  const onUnreadable = () => undefined;
  const secrets = createEventSecrets({
    environment: config.oauthApps,
    store: store.eventSecrets,
    secrets: vault.oauthAppSecrets,
    platform,
    onUnreadable,
  });
  await secrets.refresh();
  const [secret] = secrets.of(provider, appId);
  if (secret === undefined) throw new OperatorFailure(noSecret(provider, appId));
  const { id: providerEventId = Buffer.from(platform.randomBytes(16)).toString("hex") } = wanted;
  const delivery = sign({ type, account, secret: secret.secret, id: providerEventId, atMs: platform.nowMs() });
  if (delivery === null) throw new OperatorFailure(`The simulated ${provider} can't send ${type}.`);
  // Only sandboxes load simulators.
  const { sendDelivery } = await import("@svc/simulator");
  const to = `${localUrl(config)}/in/v1/${provider}/${encodeURIComponent(appId)}`;
  const answer = await sendDelivery(to, delivery);
  if (answer?.status === 200) return { type, providerEventId, connection_id, account, httpStatus: 200 };
  throw new OperatorFailure(refusal(to, answer?.status ?? null));
}

async function signerOf(
  providers: EmitDeps["providers"],
  { provider, type }: EventToEmit,
): Promise<NonNullable<SimulatorModule["signEvent"]>> {
  const senders = providers.filter((one) => one.provider.events !== undefined);
  const found = senders.find((one) => one.provider.slug === provider);
  if (found === undefined) {
    const slugs = senders.map((one) => one.provider.slug).join(", ");
    throw new UsageFailure(`${provider} has no events. These do: ${slugs}.`);
  }
  const types: readonly ProviderEventType[] = found.provider.events?.types ?? [];
  if (!types.some((one) => one.type === type)) {
    throw new UsageFailure(`${provider} has no event ${type}. It has: ${types.map((one) => one.type).join(", ")}.`);
  }
  const sign = await found.signEvent();
  if (sign === undefined) throw new OperatorFailure(`The simulator of ${provider} sends no events.`);
  return sign;
}

function describeNoReceiver({ provider, type, connection }: EventToEmit): string {
  const which = connection === undefined ? "No connection gets" : `The connection ${connection} doesn't get`;
  return `${which} ${type} from ${provider}: connect one with svc connect-sessions create … --event ${type}.`;
}

function noSecret(provider: string, appId: string): string {
  const variable = `SVC_OAUTH_${provider.toUpperCase().replaceAll("-", "_")}_EVENTS_SECRET`;
  return `The app ${appId} of ${provider} has no secret for events. Set ${variable} and restart, or store it with svc-server oauth-apps set ${provider} --events-secret-file.`;
}

function refusal(to: string, status: number | null): string {
  if (status === null) return `No server answers at ${to}: is the sandbox running, with the same SVC_LISTEN?`;
  const hint = status === 401 ? " The server has another secret: start it with the same variables." : "";
  return `The server answered ${String(status)}.${hint}`;
}

/** The address of the listener on this machine. */
function localUrl({ listen: { host, port } }: Pick<Config, "listen">): string {
  const everywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  return toListenerUrl({ host: everywhere[host] ?? host, port });
}
