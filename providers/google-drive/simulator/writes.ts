/** The methods that change something. Each effect names the change. */
import { fieldsOf, Refusal, type Fields, type Result } from "@svc/simulator";
import { changeable, seen } from "./access.ts";
import { defaultFileFields, defaultPermissionFields, fileBody, permissionBody } from "./bodies.ts";
import { folderType, nativePrefix, type StoredFile } from "./model.ts";
import { allDrives, respond, type DriveCall } from "./reads.ts";

/** `files.create` without content. */
export function createFile(call: DriveCall): Result {
  return addFile(call, fieldsOf(call.request), null);
}

/** `files.create` with metadata and content in two parts (RFC 2387). */
export function uploadFile(call: DriveCall): Result {
  const { query, headers, bodyText } = call.request;
  const boundary = /^multipart\/related;\s*boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "")?.[1];
  if (query.get("uploadType") !== "multipart" || boundary === undefined) {
    throw new Refusal(400, "Bad Request", { code: "badRequest" });
  }
  const parts = bodyText.split(`--${boundary}`).slice(1, -1);
  const contents = parts.map((part) => part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, ""));
  const [metadata, content] = contents;
  if (contents.length !== 2 || metadata === undefined || content === undefined) {
    throw new Refusal(400, "Malformed multipart body.", { code: "badRequest" });
  }
  return addFile(call, JSON.parse(metadata) as Fields, content);
}

function addFile(call: DriveCall, fields: Fields, content: string | null): Result {
  const { store, caller, request } = call;
  const mimeType = textOf(fields, "mimeType") ?? (content === null ? "application/octet-stream" : "text/plain");
  const file = store.addFile(
    {
      ...written(fields),
      name: textOf(fields, "name") ?? "Untitled",
      mimeType,
      content: mimeType === folderType ? null : (content ?? ""),
      ...placed(call, fields),
      ...idIn(fields),
      apps: [caller.app],
      appProperties: { [caller.app]: propertiesIn(fields) },
    },
    request.timeMs,
  );
  const body = fileBody(store, caller, file);
  return { ...respond(call, body, defaultFileFields), effects: [{ kind: "file.create", file: file.id }] };
}

/** `files.copy` */
export function copyFile(call: DriveCall): Result {
  const { store, caller, request, params } = call;
  const original = seen(store, caller, params["id"] ?? "", { allDrives: allDrives(call), content: true });
  if (original.mimeType === folderType) {
    throw new Refusal(403, "This file cannot be copied by the user.", { code: "cannotCopyFile" });
  }
  const fields = fieldsOf(request);
  const { mimeType, content, parentId, appProperties, description } = original;
  const file = store.addFile(
    {
      ...(description === undefined ? {} : { description }),
      ...written(fields),
      name: textOf(fields, "name") ?? `Copy of ${original.name}`,
      mimeType,
      content,
      parentId,
      ...placed(call, fields),
      ...idIn(fields),
      apps: [caller.app],
      appProperties: { [caller.app]: { ...appProperties[caller.app], ...propertiesIn(fields) } },
    },
    request.timeMs,
  );
  const body = fileBody(store, caller, file);
  return { ...respond(call, body, defaultFileFields), effects: [{ kind: "file.copy", file: file.id }] };
}

/** `files.update` of metadata. */
export function updateFile(call: DriveCall): Result {
  const { store, caller, request, params } = call;
  const file = changeable(store, caller, params["id"] ?? "", allDrives(call));
  const list = (name: string) => (request.query.get(name) ?? "").split(",").filter((id) => id !== "");
  const [added, ...more] = list("addParents").map((id) => changeable(store, caller, id, allDrives(call)));
  const removed = list("removeParents").map((id) => store.resolve(id));
  if (more.length > 0 || (added !== undefined && file.parentId !== null && !removed.includes(file.parentId))) {
    throw new Refusal(403, "Increasing the number of parents is not allowed", { code: "cannotAddParent" });
  }
  const changes = { ...written(fieldsOf(request)), ...(added === undefined ? {} : { parentId: added.id }) };
  const changed = store.edit(file.id, changes, request.timeMs);
  const body = fileBody(store, caller, changed);
  return { ...respond(call, body, defaultFileFields), effects: [{ kind: "file.update", file: file.id }] };
}

/** `permissions.create`: a grantee has one permission, so a second one replaces its role. */
export function createPermission(call: DriveCall): Result {
  const { store, caller, request, params } = call;
  const { id: fileId } = changeable(store, caller, params["id"] ?? "", allDrives(call));
  const fields = fieldsOf(request);
  const [type = "", role = ""] = [textOf(fields, "type"), textOf(fields, "role")];
  const emailAddress = textOf(fields, "emailAddress");
  const domain = textOf(fields, "domain");
  const isPerson = type === "user" || type === "group";
  const mails = request.query.get("sendNotificationEmail");
  const isValid = isPerson ? emailAddress !== undefined : type === "domain" ? domain !== undefined : type === "anyone";
  if (!isValid || role === "" || (!isPerson && mails !== null)) {
    throw new Refusal(400, "The permission is not valid.", { code: "badRequest" });
  }
  const permission = store.share(fileId, {
    type,
    role,
    ...(emailAddress === undefined ? {} : { emailAddress }),
    ...(domain === undefined ? {} : { domain }),
    ...(isPerson ? {} : { allowFileDiscovery: fields["allowFileDiscovery"] === true }),
  });
  const effects = [{ kind: "permission.create", file: fileId, permission: permission.id }];
  const mail = isPerson && mails !== "false" ? [{ kind: "mail.send", file: fileId }] : [];
  return { ...respond(call, permissionBody(permission), defaultPermissionFields), effects: [...effects, ...mail] };
}

/** `permissions.delete` */
export function deletePermission(call: DriveCall): Result {
  const { store, caller, params } = call;
  const { id: fileId } = changeable(store, caller, params["id"] ?? "", allDrives(call));
  const permissionId = params["permission"] ?? "";
  const permission = store.permissions.in(fileId).get(permissionId);
  if (permission === undefined) {
    throw new Refusal(404, `Permission not found: ${permissionId}.`, { code: "notFound" });
  }
  if (permission.role === "owner") {
    throw new Refusal(403, "The owner of a file cannot be removed.", { code: "cannotRemoveOwner" });
  }
  store.permissions.in(fileId).delete(permissionId);
  return { status: 204, effects: [{ kind: "permission.delete", file: fileId, permission: permissionId }] };
}

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value !== undefined && typeof value !== "string") throw new Refusal(400, "Invalid Value", { code: "invalid" });
  return value;
}

function written(fields: Fields): Partial<Pick<StoredFile, "name" | "description" | "starred" | "trashed">> {
  const names = ["name", "description", "starred", "trashed"];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function idIn(fields: Fields): { id?: string } {
  const id = textOf(fields, "id");
  return id === undefined ? {} : { id };
}

function propertiesIn({ appProperties = {} }: Fields): Readonly<Record<string, string>> {
  return appProperties as Readonly<Record<string, string>>;
}

/** A file has one parent, which may be in a shared drive. */
function placed(call: DriveCall, { parents }: Fields): { parentId?: string; driveId?: string } {
  if (parents === undefined) return {};
  if (!Array.isArray(parents) || parents.length !== 1) {
    throw new Refusal(403, "A file cannot have several parents.", { code: "cannotAddParent" });
  }
  const { id, driveId, mimeType } = changeable(call.store, call.caller, String(parents[0]), allDrives(call));
  if (!mimeType.startsWith(`${nativePrefix}folder`)) {
    throw new Refusal(403, "The specified parent is not a folder.", { code: "parentNotAFolder" });
  }
  return { parentId: id, ...(driveId === undefined ? {} : { driveId }) };
}
