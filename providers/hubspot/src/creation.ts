/** The creation of companies, deals and tickets, which are alike: plain, or as an upsert by the tenant's own unique property. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { createRequest, upsertRequest, type ObjectType } from "./client.ts";
import { settleCreation } from "./evidence.ts";
import { markerProperty, toValues, values } from "./fields.ts";
import { objectSchema, readObject } from "./resources.ts";

/** Makes the action that creates a type. */
export function creationAction(about: {
  type: ObjectType;
  one: string;
  consent: string;
  requiredScopes: readonly string[];
  needs: readonly string[];
  example: Readonly<Record<string, unknown>>;
}) {
  const { type, one, needs, ...own } = about;
  return defineAction({
    id: `${type}.create`,
    title: `Create a ${one}`,
    description: `Creates a ${one}. HubSpot assigns the id. If the account has a unique property for it, name it in \`markerProperty\`, so that a lost answer can be settled.`,
    effect: "write",
    idempotency: "unsafe",
    mcp: true,
    sensitiveOutput: false,
    ...own,
    input: Type.Object({ values, markerProperty: Type.Optional(markerProperty) }, { additionalProperties: false }),
    output: objectSchema,
    evidence: {
      strength: "weak",
      needs,
      settle: async ({ input, ...look }) => await settleCreation(look, type, input.markerProperty),
    },
    async run({ values: given, markerProperty: idProperty }, provider) {
      const { hex } = provider.marker;
      if (idProperty === undefined) {
        const { body } = await provider.change(createRequest(type, toValues(given)), { accept: [201] });
        return readObject(body);
      }
      const request = upsertRequest(type, idProperty, hex, { ...toValues(given), [idProperty]: hex });
      const { body } = await provider.change(request, { accept: [200, 207] });
      const [made] = list(record(body)["results"]);
      return readObject(made);
    },
  });
}
