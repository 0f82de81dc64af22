/** `permissions.list`: lists a file's permissions. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { fileId, pageSize, pageToken } from "../fields.ts";
import { permissionPage, readPermissions } from "../lists.ts";
import { fileScope } from "../scopes.ts";

export const permissionsList = defineAction({
  id: "permissions.list",
  title: "List a file's permissions",
  description: "Lists the permissions of a file or folder, one page at a time: who has access, and with which role.",
  consent: "See who can open a file",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    { fileId, pageSize: Type.Optional(pageSize(100)), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: permissionPage,
  example: { fileId: "notes-file" },
  run: ({ fileId, pageSize = 50, pageToken }, provider) => readPermissions(provider, fileId, { pageSize, pageToken }),
});
