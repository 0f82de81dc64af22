/** The actions on links, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { integer, list, shape } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { linkRequest, linksRequest } from "../client.ts";
import { issueKey } from "../fields.ts";
import { previewAddition } from "../previews.ts";
import { link } from "../resources.ts";
import { reading, writing } from "../scopes.ts";

const linksList = defineAction({
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

const madeLink = shape({ id: integer("id", "Id of the link.") });
const globalIdOf = (hex: string) => `svc:${hex}`;

const linksAdd = defineAction({
  id: "links.add",
  title: "Link an issue to a page",
  description:
    "Links an issue to a page outside Jira, with a global id that svc chooses, so that a lost response can be settled.",
  consent: "Link pages to your issues",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      issueKey,
      url: Type.String({ description: "URL of the page.", maxLength: 2000, pattern: "^https?://[!-~]+$" }),
      title: Type.String({ description: "Title of the link.", minLength: 1, maxLength: 255 }),
    },
    { additionalProperties: false },
  ),
  output: madeLink.schema,
  example: { issueKey: "ENG-1", url: "https://example.com/door", title: "Door manual" },
  evidence: {
    strength: "exact",
    needs: ["links.list"],
    async settle({ input: { issueKey: key = "" }, marker, provider }) {
      const globalId = globalIdOf(marker.hex);
      const { status, body } = await provider.read(linksRequest(key, globalId), { accept: [200, 404] });
      if (status === 200) {
        const found = link.read(body);
        if (found.globalId === globalId) return { verdict: "applied", basis: "marker", output: { id: found.id } };
        return { verdict: "undetermined", why: "Jira returned a different link than requested." };
      }
      // A deleted issue gets the same response, and someone may have removed the link.
      return { verdict: "undetermined", why: "Jira finds no such link, or no such issue." };
    },
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider) => await previewAddition("Adds a link to", input, provider),
  },
  async run({ issueKey: key, ...object }, provider) {
    const request = linkRequest(key, { globalId: globalIdOf(provider.marker.hex), object });
    return madeLink.read((await provider.change(request, { accept: [200, 201] })).body);
  },
});

export const linkActions = [linksList, linksAdd];
