/** `links.list`: lists an issue's links to pages outside Jira. */
import { defineAction } from "@svc/provider-kit";
import { list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { linksRequest } from "../client.ts";
import { issueKey } from "../fields.ts";
import { link } from "../resources.ts";
import { reading } from "../scopes.ts";

export const linksList = defineAction({
  id: "links.list",
  title: "List links",
  description: "Lists the links of an issue to pages outside Jira.",
  consent: "See what your issues link to",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey }, { additionalProperties: false }),
  output: Type.Object(
    { links: Type.Array(link.schema, { description: "The issue's links." }) },
    { additionalProperties: false },
  ),
  example: { issueKey: "ENG-1" },
  async run({ issueKey: key }, provider) {
    const { body } = await provider.read(linksRequest(key), { accept: [200] });
    return { links: list(body).map(link.read) };
  },
});
