/** Files, permissions and the account: https://developers.google.com/workspace/drive/api/reference/rest/v3 */
import {
  count,
  countOf,
  flag,
  recorded,
  orNull,
  shape,
  text,
  textOf,
  textsOf,
  time,
  wrongShape,
} from "@svc/provider-kit/shape";
import type { Shape } from "@svc/provider-kit/shape";

/** An integer that Google writes as a string, because it may have 64 bits. */
function bigCount(from: string, description: string) {
  const read = (value: unknown) => {
    const digits = textOf(value);
    if (!/^\d+$/.test(digits)) throw wrongShape();
    return countOf(Number(digits));
  };
  return { ...count(from, description), read };
}

/** A file or folder, without its content. */
export const file = shape({
  id: recorded(text("id", "Id of the file.")),
  name: text("name", "Name, which isn't unique in its folder."),
  mimeType: recorded(
    text("mimeType", "MIME type; `application/vnd.google-apps.…` for folders and Google's own documents."),
  ),
  description: orNull(text("description", "Short description of the file.")),
  parents: textsOf("parents", "Id of the folder that it is in; empty if the user can't see the folder."),
  driveId: orNull(text("driveId", "Id of the shared drive that it is in; null for a file in My Drive.")),
  size: orNull(bigCount("size", "Size in bytes; null for folders and shortcuts.")),
  createdTime: time("createdTime", "When it was created."),
  modifiedTime: time("modifiedTime", "When it was last changed by anyone."),
  trashed: flag("trashed", "Whether it, or a folder above it, is in the trash."),
  starred: flag("starred", "Whether the user has starred it."),
  shared: orNull(flag("shared", "Whether it is shared; null in a shared drive.")),
  ownedByMe: orNull(flag("ownedByMe", "Whether the user owns it; null in a shared drive.")),
  webViewLink: orNull(text("webViewLink", "URL to open it in a browser.")),
});

/** A permission: a grantee's role for a file. */
export const permission = shape({
  id: recorded(text("id", "Id of the permission. It is the same for the same grantee on every file.")),
  type: recorded(text("type", "Kind of grantee: user, group, domain or anyone.")),
  role: recorded(text("role", "Role: owner, organizer, fileOrganizer, writer, commenter or reader.")),
  emailAddress: orNull(text("emailAddress", "Email address of the user or group.")),
  domain: orNull(text("domain", "Domain, if the type is domain.")),
  displayName: orNull(text("displayName", "Name of the grantee.")),
  allowFileDiscovery: orNull(
    flag("allowFileDiscovery", "For domain and anyone: whether the file can be found through search."),
  ),
  expirationTime: orNull(time("expirationTime", "When it expires; null if it doesn't.")),
  deleted: orNull(flag("deleted", "Whether the grantee's account was deleted.")),
});

/** The connected account and its storage. */
export const about = shape({
  permissionId: recorded(text("user.permissionId", "Id of the user, as in permissions.")),
  emailAddress: orNull(text("user.emailAddress", "Email address of the user.")),
  displayName: text("user.displayName", "Name of the user."),
  storageLimit: orNull(bigCount("storageQuota.limit", "Storage limit in bytes; null if it is unlimited.")),
  storageUsage: bigCount("storageQuota.usage", "Bytes used across all Google services."),
  storageUsageInDrive: bigCount("storageQuota.usageInDrive", "Bytes used by Drive."),
});

/** The value of the parameter `fields` that requests all of a resource's fields. */
export function fieldsOf({ fields }: Shape): string {
  return [...new Set(Object.values(fields).map(({ from }) => from.split(".")[0]))].join(",");
}
