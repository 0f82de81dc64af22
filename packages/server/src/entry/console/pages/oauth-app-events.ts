/** Setting the secret with which a provider signs an app's events. It is only ever written. */
import { ServiceError } from "@svc/contract";
import type { StoredOAuthApp } from "../../../domain/oauth/app.ts";
import { eventSecretVersion, type StoredEventSecret } from "../../../domain/provider-events/port.ts";
import {
  auditActor,
  readField,
  type ConsoleRequest,
  type ConsoleResponse,
  type ConsoleRoute,
  type Forms,
} from "../console.ts";
import { card, idCell, moment } from "../elements.ts";
import { buttonForm } from "../forms.ts";
import { checked, entryPage, readVersion, submit, type EntryForm } from "../entered.ts";
import { emptyHtml, isolated, joined, markup, type Html } from "../../html/markup.ts";

/** Where it is sent. */
export const eventsSecretPath = "/oauth-apps/events-secret/set";

const expectPath = "/oauth-apps/events-secret/expect";

/** A page and its forms, for admins only. */
export const oauthAppEventRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "admin", path: "/oauth-apps/events-secret", respond: show },
  { method: "POST", role: "admin", path: expectPath, respond: expect },
  { method: "POST", role: "admin", path: eventsSecretPath, respond: set },
];

type Found = { app: StoredOAuthApp; newest: StoredEventSecret | undefined; offersSecret: boolean };

async function find({ services }: ConsoleRequest, given: URLSearchParams): Promise<Found> {
  const [provider, client] = [readField(given, "provider") ?? "", readField(given, "client") ?? ""];
  const isOf = (one: Pick<StoredOAuthApp, "provider" | "serviceClientId">): boolean =>
    one.provider === provider && one.serviceClientId === client;
  const app = (await services.oauthApps()).find(isOf);
  const known = services.appProviders().find(({ slug }) => slug === provider);
  if (app === undefined || known?.hasEvents !== true) throw new ServiceError("NOT_FOUND");
  const newest = (await services.eventSecrets()).find((one) => one.usableUntil === null && isOf(one));
  return { app, newest, offersSecret: known.offersSecret };
}

function formOf({ forms }: ConsoleRequest, { app, newest, offersSecret }: Found): EntryForm {
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
    ...(offersSecret ? { above: expectation(forms, app) } : {}),
  };
}

/** Waits for the secret that a provider chooses, and shows what came. @param parts.more what came so far. */
function expectation(
  forms: Forms,
  { provider, serviceClientId: client }: StoredOAuthApp,
  { label = "Wait for it", more = emptyHtml }: { label?: string; more?: Html } = {},
): Html {
  const text = markup`<p>${isolated(provider)} chooses the secret, and sends it to that address without a signature. For ten minutes after you press
this, svc keeps what comes and shows it here. Anybody can send one: enter it at ${isolated(provider)}, and then below, once ${isolated(provider)} has
accepted it.</p>`;
  const button = buttonForm({ path: expectPath, forms, label, fields: { provider, client } });
  return card("The provider sends it", markup`${text}${more}`, button);
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
  return entryPage(request, formOf(request, await find(request, request.query)));
}

async function expect(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form, forms } = request;
  const found = await find(request, form);
  const { provider, serviceClientId: client } = found.app;
  const { secrets, until } = await services.administration(auditActor(request)).expectOAuthAppEventsSecret({
    params: { provider },
    query: client === "" ? {} : { serviceClient: client },
  });
  const came = secrets.map((secret) => markup`<li>${idCell(secret)}</li>`);
  const ends = moment(Date.parse(until), services.platform.nowMs());
  const more = markup`<p role="status">Waiting until ${ends}. ${secrets.length === 0 ? "Nothing has come yet." : "This has come:"}</p>
${secrets.length === 0 ? emptyHtml : markup`<ul>${joined(came)}</ul>`}`;
  const above = expectation(forms, found.app, { label: "Look again", more });
  return entryPage(request, { ...formOf(request, found), above });
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
  return await submit(request, work, async () => formOf(request, await find(request, form)));
}
