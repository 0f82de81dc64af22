/** The API's resources: https://developers.google.com/workspace/drive/api/reference/rest/v3 */
import type { Caller, StoredFile, StoredPermission } from "./model.ts";
import { folderType, nativePrefix, user } from "./model.ts";
import type { DriveWorld } from "./world.ts";

/** The fields without `fields`. */
export const defaultFileFields = "kind,id,name,mimeType";
/** The fields without `fields`. */
export const defaultPermissionFields = "kind,id,type,role";

/** A file as the caller sees it. */
export function fileBody(world: DriveWorld, caller: Caller, file: StoredFile): Readonly<Record<string, unknown>> {
  const { id, name, mimeType, description, parentId, driveId, content, starred } = file;
  const properties = world.propertiesFor(file, caller);
  const others = world.permissions.in(id).size > 1;
  return {
    kind: "drive#file",
    id,
    name,
    mimeType,
    ...(description === undefined || description === "" ? {} : { description }),
    ...(parentId === null || file.isForeign ? {} : { parents: [parentId] }),
    ...(driveId === undefined ? { shared: others || file.isForeign, ownedByMe: !file.isForeign } : { driveId }),
    ...(content === null ? {} : { size: String(Buffer.byteLength(content)) }),
    createdTime: new Date(file.createdAtMs).toISOString(),
    modifiedTime: new Date(file.modifiedAtMs).toISOString(),
    trashed: world.isTrashed(file),
    starred,
    webViewLink: linkOf(file),
    ...(Object.keys(properties).length === 0 ? {} : { appProperties: properties }),
  };
}

export function permissionBody(permission: StoredPermission): Readonly<Record<string, unknown>> {
  const { type } = permission;
  const deleted = type === "user" || type === "group" ? { deleted: false } : {};
  return { kind: "drive#permission", ...permission, ...deleted };
}

/** `about` */
export function aboutBody(world: DriveWorld): Readonly<Record<string, unknown>> {
  const used = world.files.values().reduce((sum, { content }) => sum + Buffer.byteLength(content ?? ""), 0);
  const usage = String(used);
  return {
    kind: "drive#about",
    user: { kind: "drive#user", ...user, me: true },
    storageQuota: { limit: "16106127360", usage, usageInDrive: usage, usageInDriveTrash: "0" },
  };
}

function linkOf({ id, mimeType }: StoredFile): string {
  if (mimeType === folderType) return `https://drive.google.com/drive/folders/${id}`;
  const editor = mimeType === `${nativePrefix}spreadsheet` ? "spreadsheets" : "document";
  if (mimeType.startsWith(nativePrefix)) return `https://docs.google.com/${editor}/d/${id}/edit?usp=drivesdk`;
  return `https://drive.google.com/file/d/${id}/view?usp=drivesdk`;
}
