/** `labels.list`: lists labels. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { readAllLabels } from "../labels.ts";
import { label } from "../resources.ts";
import { labelling } from "../scopes.ts";

export const labelsList = defineAction({
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
