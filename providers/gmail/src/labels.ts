/** The labels of a message, before and after a change. */
import type { EvidenceVerdict, Look, ReadPort } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { labelsRequest } from "./client.ts";
import { label, labelled } from "./resources.ts";
import { readMetadata } from "./sent.ts";

/** The facts that an action that sets labels records before its change. */
export const labelFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether its labels were different before the change." }) },
  { additionalProperties: false },
);

/** The labels that a message should and shouldn't have. */
export type WantedLabels = { add: readonly string[]; remove: readonly string[] };

/** Reads a message's labels, and whether they are as requested. */
export async function readLabels(provider: ReadPort, messageId: string, { add, remove }: WantedLabels) {
  const now = labelled.read(await readMetadata(provider, messageId));
  const isSo = add.every((id) => now.labelIds.includes(id)) && !remove.some((id) => now.labelIds.includes(id));
  return { now, isSo };
}

/** Reads all labels of the mailbox. The list has no pages. */
export async function readAllLabels(provider: ReadPort) {
  const { body } = await provider.read(labelsRequest, { accept: [200] });
  return list(record(body)["labels"]).map(label.read);
}

/** Settles a change of labels. */
export async function settleLabels(
  { facts, provider }: Pick<Look<unknown, Static<typeof labelFacts>>, "facts" | "provider">,
  messageId: string,
  wanted: WantedLabels,
): Promise<EvidenceVerdict> {
  const { now, isSo } = await readLabels(provider, messageId, wanted);
  if (!isSo) return { verdict: "undetermined", why: "The message's labels aren't as requested." };
  return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: now };
}
