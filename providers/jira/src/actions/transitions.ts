/** Lists the transitions that are possible for an issue. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { transitionsRequest } from "../client.ts";
import { issueKey } from "../fields.ts";
import { transition } from "../resources.ts";
import { reading } from "../scopes.ts";

const transitionsList = defineAction({
  id: "transitions.list",
  title: "List transitions",
  description: "Lists the transitions that are currently possible for an issue, each with the status that it leads to.",
  consent: "See which statuses your issues can move to",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey }, { additionalProperties: false }),
  output: Type.Object(
    { transitions: Type.Array(transition.schema, { description: "The possible transitions." }) },
    { additionalProperties: false },
  ),
  example: { issueKey: "ENG-1" },
  async run({ issueKey: key }, provider) {
    const { body } = await provider.read(transitionsRequest(key), { accept: [200] });
    return { transitions: list(record(body)["transitions"]).map(transition.read) };
  },
});

export const transitionActions = [transitionsList];
