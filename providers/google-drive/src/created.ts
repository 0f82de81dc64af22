/**
 * New files with a pre-generated id: a second request with it is refused, and a read by it shows whether the file
 * exists. https://developers.google.com/workspace/drive/api/guides/create-file#generate-ids
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

/** Gets an id for a new file from Google. */
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

/** The evidence of an action that creates a file with a pre-generated id. */
export const createdEvidence = {
  strength: "exact",
  needs: ["files.get"],
  facts: createdFacts,
  async settle({
    facts,
    provider,
  }: Pick<Look<unknown, Static<typeof createdFacts>>, "facts" | "provider">): Promise<EvidenceVerdict> {
    if (facts === null) return { verdict: "undetermined", why: "The id that the file was to have isn't known." };
    const response = await provider.read(fileRequest(facts.fileId), { accept: [200, 404] });
    if (response.status === 200) return { verdict: "applied", basis: "marker", output: file.read(response.body) };
    if (!reasonsOf(response).includes("notFound")) {
      return { verdict: "undetermined", why: "Google's response doesn't say whether the file exists." };
    }
    // Someone may have permanently deleted it.
    return { verdict: "not_applied", basis: "absence", isAnchored: false };
  },
} as const;
