/**
 * New files with an id that was generated beforehand: a second request with it is refused, and a read by it says whether the
 * file is there. https://developers.google.com/workspace/drive/api/guides/create-file#generate-ids
 */
import { reasonsOf } from "@svc/google";
import type { EvidenceVerdict, Look, ProviderPort, ReadPort } from "@svc/provider-kit";
import { list, record, textOf, wrongShape } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { fileRequest, newIdRequest } from "./client.ts";
import { fileId } from "./fields.ts";
import { file } from "./resources.ts";

/** The facts of a change that creates a file. */
export const createdFacts = Type.Object({ fileId }, { additionalProperties: false });

/** Asks Google for an id for a new file. */
export async function newId(provider: ProviderPort): Promise<string> {
  const { body } = await provider.read(newIdRequest, { accept: [200] });
  const [id] = list(record(body)["ids"]);
  if (id === undefined) throw wrongShape();
  return textOf(id);
}

/** Reads a file's metadata. */
export async function readFile(provider: ReadPort, id: string): Promise<Static<typeof file.schema>> {
  return file.read((await provider.read(fileRequest(id), { accept: [200] })).body);
}

/** The evidence of an action that creates a file with an id of its own. */
export const createdEvidence = {
  strength: "exact",
  needs: ["files.get"],
  facts: createdFacts,
  async settle({
    facts,
    provider,
  }: Pick<Look<unknown, Static<typeof createdFacts>>, "facts" | "provider">): Promise<EvidenceVerdict> {
    if (facts === null) return { verdict: "undetermined", why: "It isn't known which id the file was to have." };
    const answer = await provider.read(fileRequest(facts.fileId), { accept: [200, 404] });
    if (answer.status === 200) return { verdict: "applied", basis: "marker", output: file.read(answer.body) };
    if (!reasonsOf(answer).includes("notFound")) {
      return { verdict: "undetermined", why: "Google's answer doesn't say whether the file exists." };
    }
    // Somebody may have deleted it for good.
    return { verdict: "not_applied", basis: "absence", isAnchored: false };
  },
} as const;
