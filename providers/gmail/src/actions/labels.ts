/** The actions on labels, in the catalog's order. */
import { defineAction, ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { createLabelRequest } from "../client.ts";
import { taken } from "../errors.ts";
import { readAllLabels } from "../labels.ts";
import { previewLabel } from "../previews.ts";
import { label } from "../resources.ts";
import { labelling } from "../scopes.ts";

const labelsList = defineAction({
  id: "labels.list",
  title: "List labels",
  description: "Lists the mailbox's labels: Gmail's own and the user's.",
  consent: "See your labels",
  effect: "read",
  idempotency: "safe",
  requiredScopes: labelling,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object(
    { labels: Type.Array(label.schema, { description: "All labels." }) },
    { additionalProperties: false },
  ),
  example: {},
  async run(_input, provider) {
    return { labels: await readAllLabels(provider) };
  },
});

async function findLabel(provider: ReadPort, name: string) {
  return (await readAllLabels(provider)).find((one) => one.name === name);
}

const labelsCreate = defineAction({
  id: "labels.create",
  title: "Create a label",
  description:
    "Creates a label, or returns the existing one with this name. `/` in the name nests it under another label.",
  consent: "Create labels in your mailbox",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: labelling,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      name: Type.String({
        description: "Name of the label, such as `Invoices/2026`.",
        minLength: 1,
        maxLength: 225,
        pattern: "^[^\\u0000-\\u001f\\u007f]+$",
      }),
    },
    { additionalProperties: false },
  ),
  output: label.schema,
  example: { name: "Invoices/2026" },
  evidence: {
    strength: "state",
    needs: ["labels.list"],
    facts: Type.Object(
      { wasThere: Type.Boolean({ description: "Whether the label existed before." }) },
      { additionalProperties: false },
    ),
    async settle({ input: { name = "" }, facts, provider }) {
      const found = await findLabel(provider, name);
      // Someone may have deleted it since.
      if (found === undefined) return { verdict: "not_applied", basis: "absence", isAnchored: false };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasThere === false, output: found };
    },
  },
  preview: {
    needs: ["labels.list"],
    read: async (input, provider) => await previewLabel(input, provider),
  },
  async run({ name }, provider) {
    const there = await findLabel(provider, name);
    if (there !== undefined) return there;
    const { status, body } = await provider.change(createLabelRequest(name), {
      accept: [200, 409],
      facts: { wasThere: false },
    });
    if (status === 200) return label.read(body);
    // Someone else created it first, or the name differs from another one only in case.
    const found = await findLabel(provider, name);
    if (found === undefined) throw new ProviderFailure(taken);
    return found;
  },
});

export const labelActions = [labelsList, labelsCreate];
