/** `labels.list`: lists labels. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { labelsRequest } from "../client.ts";
import { label } from "../resources.ts";
import { labelling } from "../scopes.ts";

export const labelsList = defineAction({
  id: "labels.list",
  title: "List labels",
  description: "Lists the mailbox's labels, Gmail's own and the user's.",
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
    const { body } = await provider.read(labelsRequest, { accept: [200] });
    return { labels: list(record(body)["labels"]).map(label.read) };
  },
});
