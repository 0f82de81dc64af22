/** Finds a permission of a file. */
import type { ReadPort } from "@svc/provider-kit";
import { Type, type Static } from "typebox";
import { readPermissions } from "./lists.ts";
import type { permission } from "./resources.ts";

type Permission = Static<typeof permission.schema>;

const pagesMax = 3;
const pageSize = 100;

/** The facts that an action records before it changes a file or its permissions. */
export const grantFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether the file was certainly different before the change." }) },
  { additionalProperties: false },
);

/** @returns the permission; null if the file has no matching one; undefined if it has too many to read them all. */
export async function findPermission(
  provider: ReadPort,
  fileId: string,
  fits: (permission: Permission) => boolean,
): Promise<Permission | null | undefined> {
  let pageToken: string | null = null;
  for (let read = 0; read < pagesMax; read++) {
    const page = await readPermissions(provider, fileId, { pageSize, ...(pageToken === null ? {} : { pageToken }) });
    const found = page.permissions.find(fits);
    if (found !== undefined) return found;
    pageToken = page.nextPageToken;
    if (pageToken === null) return null;
  }
  return undefined;
}
