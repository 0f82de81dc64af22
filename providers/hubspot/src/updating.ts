/** Builds the `update` actions of contacts and deals. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { updateRequest, type ObjectType } from "./client.ts";
import { findObject, hasValues, settleValues, stateFacts } from "./evidence.ts";
import { recordId, toValues, values } from "./fields.ts";
import { previewUpdate } from "./previews.ts";
import { objectSchema, readObject } from "./resources.ts";

/** Builds the action that updates a record of a type. */
export function updateAction(about: {
  type: ObjectType;
  one: string;
  consent: string;
  requiredScopes: readonly string[];
  needs: readonly string[];
  example: Readonly<Record<string, unknown>>;
}) {
  const { type, one, needs, ...own } = about;
  return defineAction({
    id: `${type}.update`,
    title: `Update a ${one}`,
    description: `Updates the given properties of a ${one} and leaves the others unchanged.`,
    effect: "write",
    idempotency: "idempotent",
    mcp: true,
    sensitiveOutput: false,
    ...own,
    input: Type.Object({ id: recordId(`Id of the ${one}.`), values }, { additionalProperties: false }),
    output: objectSchema,
    evidence: {
      strength: "state",
      needs,
      facts: stateFacts,
      settle: async ({ input: { id = "", values: given = [] }, ...look }) =>
        (await settleValues(look, { type, id }, toValues(given))).verdict,
    },
    preview: {
      needs: needs,
      read: async (input, provider) => await previewUpdate(type, input, provider),
    },
    async run({ id, values: given }, provider) {
      const wanted = toValues(given);
      const before = await findObject(provider, { type, id }, Object.keys(wanted));
      const facts = { wasDifferent: before === null || !hasValues(before, wanted) };
      return readObject((await provider.change(updateRequest(type, id, wanted), { accept: [200], facts })).body);
    },
  });
}
