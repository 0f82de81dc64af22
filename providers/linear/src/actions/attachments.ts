/** The actions on attachments, in the catalog's order. */
import { defineAction, readEntries, type ReadPort, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { change, readPage } from "../client.ts";
import { attachmentCreateDocument } from "../documents.ts";
import { readIssue, stateFacts } from "../evidence.ts";
import { issueId, nextPageToken, paging } from "../fields.ts";
import { previewLink } from "../previews.ts";
import { attachment } from "../resources.ts";
import { creatingIssues, reading } from "../scopes.ts";

const linkUrl = Type.String({
  description: "URL of the link.",
  maxLength: 2000,
  pattern: "^https?://[!-~]+$",
});

const attachmentsList = defineAction({
  id: "attachments.list",
  title: "Find links to a URL",
  description: "Lists the links to a URL, each with its issue, one page at a time.",
  consent: "See what your issues link to",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ url: linkUrl, ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      attachments: Type.Array(attachment.schema, { description: "The links on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { url: "https://example.com/door" },
  async run({ url, ...page }, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "attachments", { ...page, filter: { url: { eq: url } } });
    const { items, unreadable } = readEntries(nodes, attachment.read);
    return { attachments: items, unreadable, nextPageToken };
  },
});

type Wanted = { issueId: string; url: string; title: string; subtitle?: string | undefined };

/**
 * Finds the issue's link to the URL, if it has the requested title and subtitle. An issue can link to a URL only once.
 */
async function findLink(provider: ReadPort, { issueId, url, title, subtitle }: Wanted) {
  const { nodes } = await readPage(provider, "attachments", { filter: { url: { eq: url } }, pageSize: 100 });
  return nodes
    .map(attachment.read)
    .filter(({ issue }) => issue.id === issueId || issue.identifier === issueId)
    .find((link) => link.title === title && (subtitle === undefined || link.subtitle === subtitle));
}

const attachmentsLink = defineAction({
  id: "attachments.link",
  title: "Link a URL to an issue",
  description: "Links a URL to an issue. If the issue already links to the URL, the title of that link changes.",
  consent: "Link pages to your issues",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: creatingIssues,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      issueId,
      url: linkUrl,
      title: Type.String({ description: "Title of the link.", minLength: 1, maxLength: 500 }),
      subtitle: Type.Optional(Type.String({ description: "Second line of the link.", minLength: 1, maxLength: 500 })),
    },
    { additionalProperties: false },
  ),
  output: attachment.schema,
  example: { issueId: "ENG-1", url: "https://example.com/door", title: "Door manual" },
  evidence: {
    strength: "state",
    needs: ["attachments.list"],
    facts: stateFacts,
    async settle({ input: { issueId = "", url = "", title = "", subtitle }, facts, provider }) {
      const link = await findLink(provider, { issueId, url, title, subtitle });
      // Someone may have removed it since.
      if (link === undefined) return { verdict: "undetermined", why: "The issue has no such link." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: link };
    },
  },
  preview: {
    needs: ["issues.get", "attachments.list"],
    read: async (input, provider) => await previewLink(input, provider),
  },
  async run(input, provider) {
    const { id: issueId } = await readIssue(provider, input.issueId);
    const wasDifferent = (await findLink(provider, { ...input, issueId })) === undefined;
    const about = { name: "attachmentCreate", entity: "attachment", facts: { wasDifferent } };
    const variables = { input: { ...input, issueId } };
    return attachment.read(await change(provider, attachmentCreateDocument, variables, about));
  },
});

export const attachmentActions = [attachmentsList, attachmentsLink];
