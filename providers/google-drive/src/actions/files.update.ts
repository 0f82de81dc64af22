/** `files.update`: renames, moves, describes, stars or trashes a file. */
import { defineAction } from "@svc/provider-kit";
import { Type, type Static } from "typebox";
import { updateRequest, type FileBody } from "../client.ts";
import { readFile } from "../created.ts";
import { description, fileId, name, parentId } from "../fields.ts";
import { grantFacts } from "../grants.ts";
import { previewUpdate } from "../previews.ts";
import { file } from "../resources.ts";
import { fileScope } from "../scopes.ts";

type Changes = Pick<FileBody, "name" | "description" | "parentId" | "starred" | "trashed">;

/** @returns the first field that differs from the requested value; null if none does. */
function differingField(now: Static<typeof file.schema>, asked: Changes): string | null {
  const { parentId, ...fields } = asked;
  const current: Readonly<Record<string, unknown>> = { ...now, description: now.description ?? "" };
  const other = Object.entries(fields).find(([field, value]) => value !== undefined && current[field] !== value);
  if (other !== undefined) return other[0];
  return parentId === undefined || now.parents.includes(parentId) ? null : "parentId";
}

export const filesUpdate = defineAction({
  id: "files.update",
  title: "Rename, move or trash a file",
  description:
    "Updates the given fields of a file or folder and leaves the others unchanged. `parentId` moves it; `trashed` moves it to the " +
    "trash or restores it. Its content doesn't change.",
  consent: "Rename, move and trash your files",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      fileId,
      name: Type.Optional(name),
      description: Type.Optional(description),
      parentId: Type.Optional({ ...parentId, description: "Id of the folder to move it to." }),
      starred: Type.Optional(Type.Boolean({ description: "Whether to star or unstar it." })),
      trashed: Type.Optional(Type.Boolean({ description: "Whether to move it to the trash or restore it." })),
    },
    // The file and at least one change.
    { additionalProperties: false, minProperties: 2 },
  ),
  output: file.schema,
  example: { fileId: "notes-file", name: "Notes of March.txt" },
  evidence: {
    strength: "state",
    needs: ["files.get"],
    facts: grantFacts,
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const { fileId, ...asked } = input as Changes & { fileId: string };
      const now = await readFile(provider, fileId);
      const field = differingField(now, asked);
      if (field !== null) return { verdict: "undetermined", why: `The file's \`${field}\` is different now.` };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: now };
    },
  },
  preview: {
    needs: ["files.get"],
    read: async (input, provider) => await previewUpdate(input, provider),
  },
  async run({ fileId, parentId, ...fields }, provider) {
    const before = await readFile(provider, fileId);
    const wasDifferent = differingField(before, { parentId, ...fields }) !== null;
    const isMoved = parentId !== undefined && !before.parents.includes(parentId);
    const left = before.parents.length === 0 ? {} : { removeParents: before.parents.join(",") };
    const request = updateRequest(fileId, fields, isMoved ? { addParents: parentId, ...left } : {});
    const { body } = await provider.change(request, { accept: [200], facts: { wasDifferent } });
    return file.read(body);
  },
});
