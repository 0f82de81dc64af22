/** How lost responses are settled: by ids that svc chose, or by the issue's current state. */
import type { EvidenceVerdict, ReadPort } from "@svc/provider-kit";
import type { Shape } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { readData, readPage } from "./client.ts";
import { issueDocument, type listDocuments } from "./documents.ts";
import { issue } from "./resources.ts";

/** Settles a creation with an id that svc chose. The entity is found by it, archived or not. */
export async function settleById(
  provider: ReadPort,
  name: keyof typeof listDocuments,
  id: string,
  { read }: Pick<Shape, "read">,
): Promise<EvidenceVerdict> {
  const { nodes } = await readPage(provider, name, { filter: { id: { eq: id } }, pageSize: 1, includeArchived: true });
  const [found] = nodes.map(read);
  if (found !== undefined && Object(found).id === id) return { verdict: "applied", basis: "marker", output: found };
  if (found !== undefined)
    return { verdict: "undetermined", why: "Linear returned a different entity than requested." };
  // Someone may have deleted it permanently.
  return { verdict: "not_applied", basis: "absence", isAnchored: false };
}

/** Reads an issue. @throws ProviderFailure */
export async function readIssue(provider: ReadPort, id: string): Promise<Static<typeof issue.schema>> {
  return issue.read(await readData(provider, issueDocument, { id }, "issue"));
}

/** The facts that a state-setting action records before its change. */
export const stateFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether it had different values before the change." }) },
  { additionalProperties: false },
);
