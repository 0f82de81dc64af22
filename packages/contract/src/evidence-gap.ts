/** Requested changes without evidence: if the response to one is lost, svc can't look for its effect. */
import { Type, type Static } from "typebox";
import { ActionId } from "./fields.ts";

/** A requested change without evidence, and the actions whose grant would give it evidence. */
export const EvidenceGap = Type.Object(
  {
    action_id: ActionId,
    add: Type.Array(ActionId, {
      description:
        "The read actions to request as well, so that svc can look; empty if the provider can't prove anything about this action.",
    }),
  },
  {
    title: "EvidenceGap",
    description: "A requested change whose lost response svc couldn't look into.",
    additionalProperties: false,
  },
);
/** A requested change without evidence, and the actions whose grant would give it evidence. */
export type EvidenceGap = Static<typeof EvidenceGap>;

/** The parts of an action that decide, in the catalog's form or a provider's. */
type Looked = {
  id: string;
  effect: string;
  evidence: { strength: string; needs: readonly string[] } | null;
};

/** Returns the requested changes without evidence, in the requested order. @param actions the provider's. */
export function evidenceGaps(actions: readonly Looked[], requested: readonly string[]): EvidenceGap[] {
  return requested.flatMap((id) => {
    const action = actions.find((one) => one.id === id);
    if (action === undefined || action.effect === "read") return [];
    const { evidence } = action;
    if (evidence === null || evidence.strength === "none") return [{ action_id: id, add: [] }];
    const add = evidence.needs.filter((needed) => !requested.includes(needed));
    return add.length === 0 ? [] : [{ action_id: id, add }];
  });
}
