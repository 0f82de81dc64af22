/** Creating and rotating service keys, and changing what one may do. The text of a new key is shown once. */
import type { ServiceClientRow, ServiceKeyRow } from "../../../domain/service-clients/port.ts";
import { keyVersion } from "../../../domain/service-clients/versions.ts";
import { presentReach } from "../../../domain/tenants/port.ts";
import { ServiceError } from "@svc/contract";
import { auditActor, readField, type ConsoleRequest, type ConsoleResponse, type ConsoleRoute } from "../console.ts";
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
import { isolated, markup } from "../../html/markup.ts";
import { readRules } from "./policy-form.ts";

/** Pages and forms for admins only; revoking a key is in service-keys.ts. */
export const serviceKeyFormRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "admin", path: "/service-clients/:client/keys/new", respond: show },
  { method: "POST", role: "admin", path: "/service-clients/:client/keys/create", respond: create },
  { method: "GET", role: "admin", path: "/service-clients/:client/keys/:key/edit", respond: edit },
  { method: "POST", role: "admin", path: "/service-clients/:client/keys/:key/update", respond: update },
  { method: "POST", role: "admin", path: "/service-clients/:client/keys/:key/rotate", respond: rotate },
];

type Rights = Pick<ServiceKeyRow, "tenants" | "policyRules" | "mayDecide">;

function fieldsOf({ tenants, policyRules, mayDecide }: Rights): Field[] {
  const reach = presentReach(tenants);
  return [
    {
      name: "tenants",
      label: "Only these tenants",
      kind: "lines",
      value: (reach.tenants ?? []).join("\n"),
      hint: "Their IDs, one per line. Without any, it reaches all.",
    },
    { name: "tenantLabel", label: "Only tenants with this label", value: reach.tenantLabel ?? "" },
    {
      name: "mayDecide",
      label: "May decide on proposals",
      value: mayDecide ? "on" : "off",
      choices: [
        ["off", "no"],
        ["on", "yes"],
      ],
    },
    {
      name: "policyRules",
      label: "Its own rules, as JSON",
      kind: "json",
      value: JSON.stringify(policyRules, null, 2),
      hint: "In addition to those of its service client. The strictest decision wins.",
    },
  ];
}

function rightsOf(form: URLSearchParams) {
  const tenants = readLines(form, "tenants");
  return {
    tenants: tenants.length === 0 ? null : tenants,
    tenantLabel: readField(form, "tenantLabel"),
    mayDecide: readField(form, "mayDecide") === "on",
    policyRules: readRules(form.get("policyRules") ?? ""),
  };
}

async function find({ services, params }: ConsoleRequest): Promise<{ client: ServiceClientRow; path: string }> {
  const { client } = await services.overview.client(params["client"] ?? "");
  return { client, path: `/service-clients/${client.id}` };
}

async function findKey(request: ConsoleRequest) {
  const { services, params } = request;
  const { client, path } = await find(request);
  const { keys } = await services.overview.client(client.id);
  const key = keys.find(({ id }) => id === params["key"]);
  if (key === undefined) throw new ServiceError("NOT_FOUND");
  return { client, key, path };
}

async function newForm(request: ConsoleRequest): Promise<EntryForm> {
  const { client, path } = await find(request);
  return {
    title: "New service key",
    intro: "Its text is shown once.",
    of: { name: client.name, path },
    path: `${path}/keys/create`,
    label: "Create",
    fields: [
      { name: "keyName", label: "Name", value: "", isRequired: true, hint: "Where it is used, such as ci." },
      ...fieldsOf({ tenants: null, policyRules: [], mayDecide: false }),
    ],
    version: "",
  };
}

async function show(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, await newForm(request));
}

async function create(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const { client, path } = await find(request);
  const work = async (): Promise<ConsoleResponse> => {
    const body = checked("createServiceKey", { keyName: readField(form, "keyName") ?? "", ...rightsOf(form) });
    const administration = services.administration(auditActor(request));
    const made = await administration.createServiceKey({ params: { service_client: client.id }, query: {}, body });
    return shownOnce({ title: `The key ${made.keyName}`, secret: made.key, back: { name: client.name, path } });
  };
  return await submit(request, work, () => newForm(request));
}

async function editForm(request: ConsoleRequest): Promise<EntryForm> {
  const { client, key, path } = await findKey(request);
  return {
    title: `Rights of the key ${key.name}`,
    intro: "They count at once, also for every delegated token made from it.",
    of: { name: client.name, path },
    path: `${path}/keys/${key.id}/update`,
    label: "Save",
    fields: fieldsOf(key),
    version: keyVersion(key),
  };
}

async function edit(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, await editForm(request));
}

async function update(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const { client, key, path } = await findKey(request);
  const work = async (): Promise<ConsoleResponse> => {
    const body = checked("updateServiceKey", rightsOf(form));
    const params = { service_client: client.id, key: key.id };
    const administration = services.administration(auditActor(request));
    await administration.updateServiceKey({ params, query: {}, body, expectedVersion: readVersion(form) });
    return { location: `${path}?done=saved` };
  };
  return await submit(request, work, () => editForm(request));
}

/** How long an old key still works, in seconds. */
const overlaps = [
  ["604800", "for one more week"],
  ["86400", "for one more day"],
  ["3600", "for one more hour"],
  ["0", "no longer"],
] as const;

async function rotateForm(request: ConsoleRequest): Promise<EntryForm> {
  const { client, key, path } = await findKey(request);
  return {
    title: "Rotate this key?",
    intro: markup`A new key with the name and rights of ${isolated(key.name)} (<code>svc_live_${key.id}…</code>) is created, and shown once.`,
    of: { name: client.name, path },
    path: `${path}/keys/${key.id}/rotate`,
    label: "Rotate",
    fields: [{ name: "overlap", label: "The old key works", value: "86400", choices: overlaps }],
    version: "",
    hidden: { confirm: "yes" },
  };
}

async function rotate(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  if (readField(form, "confirm") !== "yes") return entryPage(request, await rotateForm(request));
  const { client, key, path } = await findKey(request);
  const work = async (): Promise<ConsoleResponse> => {
    const overlapSeconds = Number(readField(form, "overlap") ?? "86400");
    const body = checked("rotateServiceKey", { keyName: key.name, overlapSeconds });
    const params = { service_client: client.id };
    const made = await services.administration(auditActor(request)).rotateServiceKey({ params, body });
    return shownOnce({ title: `The new key ${made.keyName}`, secret: made.key, back: { name: client.name, path } });
  };
  return await submit(request, work, () => rotateForm(request));
}
