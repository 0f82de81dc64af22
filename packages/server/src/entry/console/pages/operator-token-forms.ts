/** Creating and revoking operator tokens, and changing their roles. A token is shown once. */
import { ServiceError } from "@svc/contract";
import { tokenVersion, type OperatorTokenRow } from "../../../domain/operators/port.ts";
import { operatorRoles, type OperatorRole } from "../../../domain/operators/roles.ts";
import { maskToken } from "../../../domain/operators/tokens.ts";
import {
  auditActor,
  readChoice,
  readField,
  type ConsoleRequest,
  type ConsoleResponse,
  type ConsoleRoute,
} from "../console.ts";
import { facts } from "../elements.ts";
import { checked, entryPage, readVersion, shownOnce, submit, type EntryForm } from "../entered.ts";
import { confirmPage } from "../frame.ts";
import { isolated, markup } from "../../html/markup.ts";

/** Pages and forms for admins only. */
export const operatorTokenFormRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "admin",
    path: "/operator-tokens/new",
    respond: (request) => Promise.resolve(entryPage(request, newForm())),
  },
  { method: "POST", role: "admin", path: "/operator-tokens/create", respond: create },
  { method: "GET", role: "admin", path: "/operator-tokens/:operator/edit", respond: edit },
  { method: "POST", role: "admin", path: "/operator-tokens/:operator/update", respond: update },
  { method: "POST", role: "admin", path: "/operator-tokens/:operator/revoke", respond: revoke },
];

const list = { name: "Operator tokens", path: "/operator-tokens" };

function roleField(role: OperatorRole) {
  return { name: "role", label: "Role", value: role, choices: operatorRoles.map((one) => [one, one] as const) };
}

function newForm(): EntryForm {
  return {
    title: "New operator token",
    intro: "A token for each person. It is shown once.",
    of: list,
    path: "/operator-tokens/create",
    label: "Create",
    fields: [
      { name: "name", label: "Name", value: "", isRequired: true, hint: "The person, such as Ada Lovelace." },
      roleField("viewer"),
      { name: "days", label: "Expires in days", value: "90", hint: "1 to 3650, or never." },
    ],
    version: "",
  };
}

async function create(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const work = async (): Promise<ConsoleResponse> => {
    const days = readField(form, "days") ?? "90";
    const body = checked("createOperatorToken", {
      name: readField(form, "name") ?? "",
      role: readChoice(form, "role", operatorRoles) ?? "viewer",
      expiresInDays: days === "never" ? null : Number(days),
    });
    const made = await services.administration(auditActor(request)).createOperatorToken({ body });
    return shownOnce({ title: `The token of ${made.name}`, secret: made.token, back: list });
  };
  return await submit(request, work, () => Promise.resolve(newForm()));
}

async function find({ services, params }: ConsoleRequest): Promise<OperatorTokenRow> {
  const found = (await services.operatorTokens()).find(({ id }) => id === params["operator"]);
  if (found === undefined) throw new ServiceError("NOT_FOUND");
  return found;
}

async function formOf(request: ConsoleRequest): Promise<EntryForm> {
  const token = await find(request);
  return {
    title: `Role of ${token.name}`,
    intro: "It counts at once, in open sessions too.",
    of: list,
    path: `/operator-tokens/${token.id}/update`,
    label: "Save",
    fields: [roleField(token.role)],
    version: tokenVersion(token),
  };
}

async function edit(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, await formOf(request));
}

async function update(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const { id, role } = await find(request);
  const work = async (): Promise<ConsoleResponse> => {
    const body = { role: readChoice(form, "role", operatorRoles) ?? role };
    const params = { operator_token: id };
    const expectedVersion = readVersion(form);
    await services.administration(auditActor(request)).updateOperatorToken({ params, body, expectedVersion });
    return { location: "/operator-tokens?done=saved" };
  };
  return await submit(request, work, () => formOf(request));
}

async function revoke(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form, forms } = request;
  const token = await find(request);
  if (readField(form, "confirm") !== "yes") {
    const text = markup`<p>The token stops working, and its sessions end. You can't undo this.</p>
${facts([
  ["Name", isolated(token.name)],
  ["Role", token.role],
  ["Public ID", markup`<code>${maskToken(token.id)}</code>`],
])}`;
    const fields = { version: tokenVersion(token) };
    const page = { title: "Revoke this token?", text, path: `/operator-tokens/${token.id}/revoke`, forms, fields };
    return confirmPage({ ...page, label: "Revoke for good", back: list.path, tone: "grave" });
  }
  const params = { operator_token: token.id };
  const expectedVersion = readVersion(form);
  await services.administration(auditActor(request)).revokeOperatorToken({ params, expectedVersion });
  return { location: "/operator-tokens?done=revoked" };
}
