/** `permissions.delete`: stops sharing a file with someone. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { unshareRequest } from "../client.ts";
import { fileId, permissionId } from "../fields.ts";
import { findPermission, grantFacts } from "../grants.ts";
import { previewUnsharing } from "../previews.ts";
import { fileScope } from "../scopes.ts";

export const permissionsDelete = defineAction({
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
    await provider.change(unshareRequest(fileId, permissionId), { accept: [200, 204], facts });
    return { fileId, permissionId, deleted: true as const };
  },
});
