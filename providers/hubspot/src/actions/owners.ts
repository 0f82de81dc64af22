/** Lists the users who can own records. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { ownersRequest } from "../client.ts";
import { entriesOf, nextPageToken, paging } from "../fields.ts";
import { owner } from "../resources.ts";
import { reading } from "../scopes.ts";

const ownersList = defineAction({
  id: "owners.list",
  title: "List owners",
  description: "Lists the users who can own records, one page at a time, or finds one by email address.",
  consent: "See who owns your records",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading("owners"),
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      email: Type.Optional(
        Type.String({
          description: "Only the owner with this email address.",
          maxLength: 254,
          pattern: "^[^\\s@]+@[^\\s@]+$",
        }),
      ),
      ...paging,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      owners: Type.Array(owner.schema, { description: "The owners on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run({ email, pageSize: limit = 50, pageToken: after }, provider) {
    const { body } = await provider.read(ownersRequest({ email, limit, after }), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body);
    const { items, unreadable } = readEntries(entries, owner.read);
    return { owners: items, unreadable, nextPageToken: next };
  },
});

export const ownerActions = [ownersList];
