/** The actions on permissions, in the catalog's order. */
import { content, oneOf } from "@svc/contract";
import { defineAction, OutcomeUnknown, ProviderFailure } from "@svc/provider-kit";
import { type Static, Type } from "typebox";
import { type PermissionBody, shareRequest, unshareRequest } from "../client.ts";
import { refuse } from "../errors.ts";
import { fileId, pageSize, pageToken, permissionId } from "../fields.ts";
import { findPermission, grantFacts } from "../grants.ts";
import { permissionPage, readPermissions } from "../lists.ts";
import { previewSharing, previewUnsharing } from "../previews.ts";
import { permission } from "../resources.ts";
import { fileScope } from "../scopes.ts";

const permissionsList = defineAction({
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

type Grant = Omit<PermissionBody, "allowFileDiscovery">;

/** Whether a permission is the requested one. Addresses and domains are case-insensitive. */
function isGranted(now: Static<typeof permission.schema>, asked: Grant): boolean {
  const same = (one: string | null, other: string | undefined) =>
    other === undefined || one?.toLowerCase() === other.toLowerCase();
  if (now.type !== asked.type || now.role !== asked.role || now.deleted === true) return false;
  return same(now.emailAddress, asked.emailAddress) && same(now.domain, asked.domain);
}

/** @returns what is wrong with the combination of fields; null if nothing is. */
function grantFault(
  { type, emailAddress, domain }: Grant,
  notify: boolean | undefined,
  hasMessage: boolean,
): string | null {
  const isPerson = type === "user" || type === "group";
  if (isPerson !== (emailAddress !== undefined))
    return "`emailAddress` is required for the types user and group, and only allowed for them.";
  if ((type === "domain") !== (domain !== undefined))
    return "`domain` is required for the type domain, and only allowed for it.";
  if (isPerson !== (notify !== undefined))
    return "`notify` is required for the types user and group, and only allowed for them.";
  return !hasMessage || notify === true ? null : "`message` requires `notify` to be true.";
}

const permissionsCreate = defineAction({
  id: "permissions.create",
  title: "Share a file",
  description:
    "Gives a user, a group, a domain or everyone with the link access to a file or folder. For a user or a group, `notify` says " +
    "whether Google sends an email about it. Don't change several permissions of one file at the same time.",
  consent: "Share your files with others",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      fileId,
      type: oneOf(["user", "group", "domain", "anyone"], "The kind of grantee."),
      role: oneOf(
        ["reader", "commenter", "writer", "fileOrganizer", "organizer"],
        "The role to grant. fileOrganizer and organizer are for shared drives only.",
      ),
      emailAddress: Type.Optional(
        Type.String({
          description: "Email address of the user or group. Required for them, and only allowed for them.",
          maxLength: 254,
          pattern: "^[^\\s@]+@[^\\s@]+$",
        }),
      ),
      domain: Type.Optional(
        Type.String({
          description: "The domain, such as example.com. Required for the type domain, and only allowed for it.",
          maxLength: 253,
          pattern: "^[A-Za-z0-9.-]+\\.[A-Za-z]{2,63}$",
        }),
      ),
      allowFileDiscovery: Type.Optional(
        Type.Boolean({
          description:
            "For domain and anyone: whether the file can be found through search. If false, people need the link.",
        }),
      ),
      notify: Type.Optional(
        Type.Boolean({
          description: "Whether Google emails the user or group. Required for them, and only allowed for them.",
        }),
      ),
      message: Type.Optional(
        content(
          Type.String({
            description: "Plain text to include in that email. Requires `notify`.",
            minLength: 1,
            maxLength: 2000,
          }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  output: permission.schema,
  example: { fileId: "notes-file", type: "user", role: "reader", emailAddress: "sam@example.com", notify: false },
  evidence: {
    strength: "state",
    needs: ["permissions.list"],
    facts: grantFacts,
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const { fileId, ...asked } = input as Grant & { fileId: string };
      const found = await findPermission(provider, fileId, (now) => isGranted(now, asked));
      if (found === undefined)
        return { verdict: "undetermined", why: "The file has too many permissions to read them all." };
      if (found === null) return { verdict: "undetermined", why: "The file doesn't have this permission now." };
      // Whether Google sent an email can't be read.
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: found };
    },
  },
  preview: {
    needs: ["files.get", "permissions.list"],
    async read(input, provider, withheld) {
      // The input was valid when it was proposed, except possibly for the combination of its fields.
      const { notify, ...asked } = input as Grant & { notify?: boolean };
      const fault = grantFault(asked, notify, withheld.includes("message"));
      if (fault !== null) throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: fault });
      return await previewSharing(input, provider);
    },
  },
  async run({ fileId, notify, message, allowFileDiscovery, ...asked }, provider) {
    const fault = grantFault(asked, notify, message !== undefined);
    if (fault !== null) throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: fault });
    const before = await findPermission(provider, fileId, (now) => isGranted(now, asked));
    const mail = { sendNotificationEmail: notify, emailMessage: message };
    const request = shareRequest(fileId, { ...asked, allowFileDiscovery }, mail);
    const { body } = await provider.change(request, { accept: [200], facts: { wasDifferent: before === null } });
    return permission.read(body);
  },
});

const permissionsDelete = defineAction({
  id: "permissions.delete",
  title: "Stop sharing a file",
  description:
    "Removes a permission from a file or folder. Permissions inherited from a folder or a shared drive can't be removed here. " +
    "Don't change several permissions of one file at the same time.",
  consent: "Stop sharing your files with others",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: [fileScope],
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ fileId, permissionId }, { additionalProperties: false }),
  output: Type.Object({ fileId, permissionId, deleted: Type.Literal(true) }, { additionalProperties: false }),
  example: { fileId: "plan-document", permissionId: "reader-permission" },
  evidence: {
    strength: "state",
    needs: ["permissions.list"],
    facts: grantFacts,
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const { fileId, permissionId } = input as { fileId: string; permissionId: string };
      const found = await findPermission(provider, fileId, ({ id }) => id === permissionId);
      if (found === undefined)
        return { verdict: "undetermined", why: "The file has too many permissions to read them all." };
      if (found !== null)
        return { verdict: "undetermined", why: "The file still has this permission, or has it again." };
      const output = { fileId, permissionId, deleted: true };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["files.get", "permissions.list"],
    read: async (input, provider) => await previewUnsharing(input, provider),
  },
  async run({ fileId, permissionId }, provider) {
    const before = await findPermission(provider, fileId, ({ id }) => id === permissionId);
    const facts = { wasDifferent: before !== null && before !== undefined };
    const response = await provider.change(unshareRequest(fileId, permissionId), { accept: [200, 204, 404], facts });
    if (response.status === 404) {
      // It was there a moment ago: a copy of this request, made on the way, may have deleted it.
      if (facts.wasDifferent) throw new OutcomeUnknown();
      throw new ProviderFailure(refuse(response, { credentialKind: provider.credentialKind, change: true }));
    }
    return { fileId, permissionId, deleted: true as const };
  },
});

export const permissionActions = [permissionsList, permissionsCreate, permissionsDelete];
