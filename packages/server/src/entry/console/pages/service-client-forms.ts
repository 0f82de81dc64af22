/** Creating, editing and revoking service clients. */
import { presentOperatedClient } from "../../../domain/administration/present.ts";
import type { ServiceClientRow } from "../../../domain/service-clients/port.ts";
import { clientVersion } from "../../../domain/service-clients/versions.ts";
import { auditActor, readField, type ConsoleRequest, type ConsoleResponse, type ConsoleRoute } from "../console.ts";
import { facts, idCell } from "../elements.ts";
import {
  checked,
  entryPage,
  readLines,
  readVersion,
  shownOnce,
  submit,
  type EntryForm,
  type Field,
} from "../entered.ts";
import { confirmPage } from "../frame.ts";
import { isolated, markup } from "../../html/markup.ts";

/** Pages and forms for admins only. */
export const serviceClientFormRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "admin",
    path: "/service-clients/new",
    respond: (request) => answer(entryPage(request, newForm())),
  },
  { method: "POST", role: "admin", path: "/service-clients/create", respond: create },
  { method: "GET", role: "admin", path: "/service-clients/:client/edit", respond: edit },
  { method: "POST", role: "admin", path: "/service-clients/:client/update", respond: update },
  { method: "POST", role: "admin", path: "/service-clients/:client/revoke", respond: revoke },
];

function answer(response: ConsoleResponse): Promise<ConsoleResponse> {
  return Promise.resolve(response);
}

const switches = [
  ["off", "off"],
  ["on", "on"],
] as const;

type Shown = ReturnType<typeof presentOperatedClient>;

const nothing: Pick<
  Shown,
  "name" | "allowedOrigins" | "allowedReturnUrls" | "policy" | "completion" | "appName" | "logoUrl" | "agentSignInUrl"
> = {
  name: "",
  allowedOrigins: [],
  allowedReturnUrls: [],
  policy: { actions: [], settleByState: false, allowImport: false, rules: [] },
  completion: "automatic",
  appName: null,
  logoUrl: null,
  agentSignInUrl: null,
};

function fieldsOf({ policy, ...client }: typeof nothing): Field[] {
  const lines = (values: readonly string[]): string => values.join("\n");
  return [
    { name: "name", label: "Name", value: client.name, isRequired: true, hint: "What operators call it." },
    {
      name: "actions",
      label: "Allowed actions",
      kind: "lines",
      value: lines(policy.actions),
      hint: "One pattern per line, such as doppler/* or github/issues.create. Without any, nothing is allowed.",
    },
    {
      name: "allowedOrigins",
      label: "Allowed origins",
      kind: "lines",
      value: lines(client.allowedOrigins),
      hint: "The web origins that its Connect sessions may use, one per line.",
    },
    {
      name: "allowedReturnUrls",
      label: "Return URLs",
      kind: "lines",
      value: lines(client.allowedReturnUrls),
      hint: "Origins and path prefixes, one per line.",
    },
    {
      name: "completion",
      label: "Completion",
      value: client.completion,
      choices: [
        ["automatic", "automatic"],
        ["confirmed", "confirmed by its backend"],
      ],
    },
    {
      name: "allowImport",
      label: "Import of credentials",
      value: policy.allowImport ? "on" : "off",
      choices: switches,
    },
    { name: "settleByState", label: "Settle by state", value: policy.settleByState ? "on" : "off", choices: switches },
    { name: "appName", label: "App name", value: client.appName ?? "", hint: "What its users see; the name if empty." },
    { name: "logoUrl", label: "Logo URL", value: client.logoUrl ?? "", hint: "svc gets the logo from there, once." },
    { name: "agentSignInUrl", label: "Agent sign-in page", value: client.agentSignInUrl ?? "" },
  ];
}

const list = { name: "Service clients", path: "/service-clients" };

function newForm(): EntryForm {
  return {
    title: "New service client",
    intro: "It gets a key, which is shown once.",
    of: list,
    path: "/service-clients/create",
    label: "Create",
    fields: [...fieldsOf(nothing), { name: "keyName", label: "Name of its first key", value: "default" }],
    version: "",
  };
}

/** The body that the form's fields make; what is empty is removed. */
function bodyOf(form: URLSearchParams) {
  return {
    name: readField(form, "name") ?? "",
    allowedOrigins: readLines(form, "allowedOrigins"),
    allowedReturnUrls: readLines(form, "allowedReturnUrls"),
    policy: {
      actions: readLines(form, "actions"),
      settleByState: readField(form, "settleByState") === "on",
      allowImport: readField(form, "allowImport") === "on",
    },
    completion: readField(form, "completion") === "confirmed" ? ("confirmed" as const) : ("automatic" as const),
    appName: readField(form, "appName"),
    agentSignInUrl: readField(form, "agentSignInUrl"),
  };
}

async function create(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const work = async (): Promise<ConsoleResponse> => {
    const keyName = readField(form, "keyName") ?? "default";
    const body = checked("createServiceClient", { ...bodyOf(form), logoUrl: readField(form, "logoUrl"), keyName });
    const administration = services.administration(auditActor(request));
    const made = await administration.createServiceClient({ query: { onlyIfNew: true }, body });
    const back = { name: made.name, path: `/service-clients/${made.id}` };
    return shownOnce({ title: "The service client's key", secret: made.key, back, warnings: made.warnings });
  };
  return await submit(request, work, () => Promise.resolve(newForm()));
}

function editForm(client: ServiceClientRow): EntryForm {
  const path = `/service-clients/${client.id}`;
  return {
    title: `Edit ${client.name}`,
    of: { name: client.name, path },
    path: `${path}/update`,
    label: "Save",
    fields: fieldsOf(presentOperatedClient(client, [])),
    version: clientVersion(client),
  };
}

async function find({ services, params }: ConsoleRequest): Promise<ServiceClientRow> {
  return (await services.overview.client(params["client"] ?? "")).client;
}

async function edit(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, editForm(await find(request)));
}

async function update(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const client = await find(request);
  const work = async (): Promise<ConsoleResponse> => {
    const logoUrl = readField(form, "logoUrl");
    // The same logo isn't fetched again.
    const logo = logoUrl === (client.logo?.url ?? null) ? {} : { logoUrl };
    const body = checked("updateServiceClient", { ...bodyOf(form), ...logo });
    await services.administration(auditActor(request)).updateServiceClient({
      params: { service_client: client.id },
      query: {},
      body,
      expectedVersion: readVersion(form),
    });
    return { location: `/service-clients/${client.id}?done=saved` };
  };
  return await submit(request, work, async () => editForm(await find(request)));
}

async function revoke(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form, forms } = request;
  const client = await find(request);
  const back = `/service-clients/${client.id}`;
  if (readField(form, "confirm") !== "yes") {
    const text = markup`<p>All of its keys and delegated tokens stop working within a second. Its tenants, connections and records stay.
You can't undo this.</p>
${facts([
  ["Service client", isolated(client.name)],
  ["ID", idCell(client.id)],
])}`;
    const fields = { version: clientVersion(client) };
    const page = { title: "Revoke this service client?", text, path: `${back}/revoke`, forms, fields };
    return confirmPage({ ...page, label: "Revoke for good", back, tone: "grave" });
  }
  await services
    .administration(auditActor(request))
    .revokeServiceClient({ params: { service_client: client.id }, expectedVersion: readVersion(form) });
  return { location: `${back}?done=revoked` };
}
