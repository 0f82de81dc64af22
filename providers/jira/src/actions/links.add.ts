/** `links.add`: links an issue to a page outside Jira. */
import { defineAction } from "@svc/provider-kit";
import { integer, shape } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { linkRequest, linksRequest } from "../client.ts";
import { issueKey } from "../fields.ts";
import { previewAddition } from "../previews.ts";
import { link } from "../resources.ts";
import { writing } from "../scopes.ts";

const madeLink = shape({ id: integer("id", "Id of the link.") });
const globalIdOf = (hex: string) => `svc:${hex}`;

export const linksAdd = defineAction({
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
