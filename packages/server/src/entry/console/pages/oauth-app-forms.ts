/** Setting and removing OAuth apps. A secret is only ever written. */
import { appVersion, type StoredOAuthApp } from "../../../domain/oauth/app.ts";
import { auditActor, readField, type ConsoleRequest, type ConsoleResponse, type ConsoleRoute } from "../console.ts";
import { facts } from "../elements.ts";
import { checked, entryPage, readVersion, submit, type EntryForm } from "../entered.ts";
import { confirmPage } from "../frame.ts";
import { markup } from "../../html/markup.ts";
import { clientChoices } from "../names.ts";

/** Pages and forms for admins only. */
export const oauthAppFormRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "admin", path: "/oauth-apps/edit", respond: edit },
  { method: "POST", role: "admin", path: "/oauth-apps/set", respond: set },
  { method: "POST", role: "admin", path: "/oauth-apps/remove", respond: remove },
];

type Identity = { provider: string; client: string };

function identityOf(given: URLSearchParams): Identity {
  return { provider: readField(given, "provider") ?? "", client: readField(given, "client") ?? "" };
}

async function find({ services }: ConsoleRequest, { provider, client }: Identity): Promise<StoredOAuthApp | undefined> {
  return (await services.oauthApps()).find((app) => app.provider === provider && app.serviceClientId === client);
}

async function formOf(request: ConsoleRequest, identity: Identity): Promise<EntryForm> {
  const { services } = request;
  const app = await find(request, identity);
  const known = services.appProviders();
  const redirectUri =
    known.find(({ slug }) => slug === identity.provider)?.redirectUri ??
    (known[0]?.redirectUri ?? "").replace(`/${known[0]?.slug ?? ""}/`, "/<provider>/");
  const clients = clientChoices(await services.overview.clientNames());
  return {
    title: app === undefined ? "New OAuth app" : `OAuth app of ${app.provider}`,
    intro: markup`Register the app with the provider first, with the redirect URI <code>${redirectUri}</code>. Enter its secret again for each change.`,
    of: { name: "OAuth apps", path: "/oauth-apps" },
    path: "/oauth-apps/set",
    label: app === undefined ? "Set" : "Replace",
    fields: [
      { name: "provider", label: "Provider", value: identity.provider, choices: known.map(({ slug }) => [slug, slug]) },
      {
        name: "client",
        label: "Service client",
        value: identity.client,
        choices: [["", "All without an app of their own"], ...clients],
      },
      { name: "clientId", label: "Client ID", value: app?.appId ?? "", isRequired: true },
      {
        name: "secret",
        label: "Client secret",
        kind: "secret",
        value: "",
        isRequired: true,
        hint: "It is stored encrypted, and never shown.",
      },
      { name: "appName", label: "Name", value: app?.name ?? "", hint: "What users see at the provider; optional." },
    ],
    version: app === undefined ? "" : appVersion(app),
  };
}

async function edit(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, await formOf(request, identityOf(request.query)));
}

async function set(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const identity = identityOf(form);
  const work = async (): Promise<ConsoleResponse> => {
    const [clientId, secret] = [readField(form, "clientId") ?? "", readField(form, "secret") ?? ""];
    const body = checked("setOAuthApp", { clientId, secret, name: readField(form, "appName") ?? "" });
    await services.administration(auditActor(request)).setOAuthApp({
      params: { provider: identity.provider },
      query: identity.client === "" ? {} : { serviceClient: identity.client },
      body,
      expectedVersion: readVersion(form) ?? null,
    });
    return { location: "/oauth-apps?done=set" };
  };
  return await submit(request, work, () => formOf(request, identity));
}

async function remove(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form, forms } = request;
  const { provider, client } = identityOf(form);
  if (readField(form, "confirm") !== "yes") {
    const app = await find(request, { provider, client });
    const text = markup`<p>Users can't authorize with it anymore. Connections made with it work until their token expires.</p>
${facts([
  ["Provider", provider],
  ["Client ID", app?.appId ?? ""],
])}`;
    const fields = { provider, client, version: app === undefined ? "" : appVersion(app) };
    const page = { title: "Remove this OAuth app?", text, path: "/oauth-apps/remove", forms, fields };
    return confirmPage({ ...page, label: "Remove", back: "/oauth-apps", tone: "grave" });
  }
  await services.administration(auditActor(request)).removeOAuthApp({
    params: { provider },
    query: client === "" ? {} : { serviceClient: client },
    expectedVersion: readVersion(form),
  });
  return { location: "/oauth-apps?done=removed" };
}
