/** Setting the secret with which a provider signs an app's events. It is only ever written. */
import { ServiceError } from "@svc/contract";
import type { StoredOAuthApp } from "../../../domain/oauth/app.ts";
import { eventSecretVersion, type StoredEventSecret } from "../../../domain/provider-events/port.ts";
import { auditActor, readField, type ConsoleRequest, type ConsoleResponse, type ConsoleRoute } from "../console.ts";
import { checked, entryPage, readVersion, submit, type EntryForm } from "../entered.ts";
import { isolated, markup } from "../../html/markup.ts";

/** Where it is sent. */
export const eventsSecretPath = "/oauth-apps/events-secret/set";

/** A page and its form, for admins only. */
export const oauthAppEventRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "admin", path: "/oauth-apps/events-secret", respond: show },
  { method: "POST", role: "admin", path: eventsSecretPath, respond: set },
];

type Found = { app: StoredOAuthApp; newest: StoredEventSecret | undefined };

async function find({ services }: ConsoleRequest, given: URLSearchParams): Promise<Found> {
  const [provider, client] = [readField(given, "provider") ?? "", readField(given, "client") ?? ""];
  const isOf = (one: Pick<StoredOAuthApp, "provider" | "serviceClientId">): boolean =>
    one.provider === provider && one.serviceClientId === client;
  const app = (await services.oauthApps()).find(isOf);
  const hasEvents = services.appProviders().some(({ slug, hasEvents: has }) => slug === provider && has);
  if (app === undefined || !hasEvents) throw new ServiceError("NOT_FOUND");
  const newest = (await services.eventSecrets()).find((one) => one.usableUntil === null && isOf(one));
  return { app, newest };
}

function formOf({ app, newest }: Found): EntryForm {
  const { provider, serviceClientId: client, appId } = app;
  const address = markup`<code>/in/v1/${isolated(`${provider}/${encodeURIComponent(appId)}`)}</code>`;
  return {
    title: `Secret for events of ${provider}`,
    intro: markup`The provider signs each event with it, and sends events to ${address} at svc's public address.`,
    of: { name: "OAuth apps", path: "/oauth-apps" },
    path: eventsSecretPath,
    label: newest === undefined ? "Set" : "Replace",
    fields: [
      {
        name: "secret",
        label: "Secret",
        kind: "secret",
        value: "",
        isRequired: true,
        hint: "As the provider shows it. It is stored encrypted, and never shown.",
      },
      ...(newest === undefined ? [] : [oldSecret]),
    ],
    version: newest === undefined ? "" : eventSecretVersion(newest),
    hidden: { provider, client },
  };
}

const oldSecret: EntryForm["fields"][number] = {
  name: "keepsOld",
  label: "The secret before it",
  value: "on",
  choices: [
    ["on", "works for another day"],
    ["off", "stops working at once"],
  ],
};

async function show(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, formOf(await find(request, request.query)));
}

async function set(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const { app } = await find(request, form);
  const { provider, serviceClientId: client } = app;
  const work = async (): Promise<ConsoleResponse> => {
    const [secret, keepsOld] = [readField(form, "secret") ?? "", readField(form, "keepsOld") === "on"];
    await services.administration(auditActor(request)).setOAuthAppEventsSecret({
      params: { provider },
      query: client === "" ? {} : { serviceClient: client },
      body: checked("setOAuthAppEventsSecret", { secret, keepsOld }),
      expectedVersion: readVersion(form) ?? null,
    });
    return { location: "/oauth-apps?done=events" };
  };
  return await submit(request, work, async () => formOf(await find(request, form)));
}
