/** How lost answers are settled: by ids that we chose, or by what an issue is now. */
import type { EvidenceVerdict, ReadPort } from "@svc/provider-kit";
import type { Shape } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { readData, readPage } from "./client.ts";
import { issueDocument, type listDocuments } from "./documents.ts";
import { issue } from "./resources.ts";

/** Settles a creation with our id: an entity is found by it, archived or not. */
export async function settleById(
  provider: ReadPort,
  name: keyof typeof listDocuments,
  id: string,
  { read }: Pick<Shape, "read">,
): Promise<EvidenceVerdict> {
  const { nodes } = await readPage(provider, name, { filter: { id: { eq: id } }, pageSize: 1, includeArchived: true });
  const [found] = nodes.map(read);
  if (found !== undefined && Object(found).id === id) return { verdict: "applied", basis: "marker", output: found };
  if (found !== undefined) return { verdict: "undetermined", why: "Linear's answer isn't what was asked for." };
  // Somebody may have deleted it for good.
  return { verdict: "not_applied", basis: "absence", isAnchored: false };
}

/** Reads an issue. @throws ProviderFailure */
export async function readIssue(provider: ReadPort, id: string): Promise<Static<typeof issue.schema>> {
  return issue.read(await readData(provider, issueDocument, { id }, "issue"));
}

/** What an action that sets something saw before. */
export const stateFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether it wasn't already as asked." }) },
  { additionalProperties: false },
);
