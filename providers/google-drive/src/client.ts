/**
 * Requests to the Drive API v3 as data, one function per method of the API. Pure.
 *
 * Every request that supports `supportsAllDrives` sets it, because without it, files in shared drives don't exist.
 * `fields` is always set, because Google's default has little more than id and name.
 */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";
import { fieldsOf, file, permission } from "./resources.ts";

/** The metadata of a new or changed file. An update passes its parents as parameters. */
export type FileBody = {
  id?: string;
  name?: string | undefined;
  mimeType?: string;
  description?: string | undefined;
  parentId?: string | undefined;
  starred?: boolean | undefined;
  trashed?: boolean | undefined;
  appProperties?: Readonly<Record<string, string>>;
};

/** A page of a list. */
export type Page = { pageSize?: number | undefined; pageToken?: string | undefined };

/** The grantee of a permission, and the role. */
export type PermissionBody = {
  type: string;
  role: string;
  emailAddress?: string | undefined;
  domain?: string | undefined;
  allowFileDiscovery?: boolean | undefined;
};

const allDrives = { supportsAllDrives: true };
const files = (...more: string[]) => ["drive", "v3", "files", ...more];
const writtenFile = { ...allDrives, fields: fieldsOf(file) };

/** `about.get` */
export const aboutRequest: ProviderRequest = {
  method: "GET",
  path: ["drive", "v3", "about"],
  query: { fields: "user(permissionId,displayName,emailAddress),storageQuota(limit,usage,usageInDrive)" },
};

/** `files.generateIds`: one id, for a file that isn't a shortcut. */
export const newIdRequest: ProviderRequest = {
  method: "GET",
  path: files("generateIds"),
  query: { count: 1, space: "drive", type: "files" },
};

/** `files.list` */
export function filesRequest(list: Page & { q: string; orderBy?: string; driveId?: string | undefined }) {
  const { q, orderBy, driveId, pageSize, pageToken } = list;
  const where = driveId === undefined ? {} : { corpora: "drive", driveId };
  const fields = `nextPageToken,incompleteSearch,files(${fieldsOf(file)})`;
  const query = { q, orderBy, ...where, includeItemsFromAllDrives: true, ...allDrives, pageSize, pageToken, fields };
  return get(files(), query);
}

/** `files.get`: a file's metadata. */
export function fileRequest(fileId: string): ProviderRequest {
  return get(files(fileId), writtenFile);
}

/** `files.get` with `alt=media`: a file's content, as text. */
export function contentRequest(fileId: string): ProviderRequest {
  return { ...get(files(fileId), { ...allDrives, alt: "media" }), responseBody: "text" };
}

/** `files.export`: the content of a Google document, as text. */
export function exportRequest(fileId: string, mimeType: string): ProviderRequest {
  return { ...get(files(fileId, "export"), { mimeType }), responseBody: "text" };
}

/** `files.create` without content. */
export function createRequest(body: FileBody): ProviderRequest {
  return { method: "POST", path: files(), query: writtenFile, json: metadata(body) };
}

/** `files.create` with metadata and content in one request (RFC 2387). The boundary must not occur in the content. */
export function uploadRequest(body: FileBody, content: string, boundary: string): ProviderRequest {
  const part = (type: string, text: string) => `--${boundary}\r\ncontent-type: ${type}\r\n\r\n${text}\r\n`;
  return {
    method: "POST",
    path: ["upload", ...files()],
    query: { uploadType: "multipart", ...writtenFile },
    contentType: `multipart/related; boundary=${boundary}`,
    text:
      part("application/json; charset=utf-8", JSON.stringify(metadata(body))) +
      part(`${body.mimeType ?? "text/plain"}; charset=utf-8`, content) +
      `--${boundary}--\r\n`,
  };
}

/** `files.copy` */
export function copyRequest(fileId: string, body: FileBody): ProviderRequest {
  return { method: "POST", path: files(fileId, "copy"), query: writtenFile, json: metadata(body) };
}

/** `files.update` of metadata. Parents are changed with parameters. */
export function updateRequest(
  fileId: string,
  body: Omit<FileBody, "parentId">,
  { addParents, removeParents }: { addParents?: string; removeParents?: string },
): ProviderRequest {
  return { method: "PATCH", path: files(fileId), query: { addParents, removeParents, ...writtenFile }, json: body };
}

/** `permissions.list` */
export function permissionsRequest(fileId: string, { pageSize, pageToken }: Page): ProviderRequest {
  const fields = `nextPageToken,permissions(${fieldsOf(permission)})`;
  return get(files(fileId, "permissions"), { pageSize, pageToken, ...allDrives, fields });
}

/** `permissions.create` */
export function shareRequest(
  fileId: string,
  body: PermissionBody,
  mail: { sendNotificationEmail?: boolean | undefined; emailMessage?: string | undefined },
): ProviderRequest {
  const query = { ...mail, ...allDrives, fields: fieldsOf(permission) };
  return { method: "POST", path: files(fileId, "permissions"), query, json: body };
}

/** `permissions.delete` */
export function unshareRequest(fileId: string, permissionId: string): ProviderRequest {
  return { method: "DELETE", path: files(fileId, "permissions", permissionId), query: allDrives };
}

function metadata({ parentId, ...body }: FileBody) {
  return parentId === undefined ? body : { ...body, parents: [parentId] };
}

function get(path: string[], query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path, query };
}
