/** How PostgreSQL takes what comes from one service client at one moment: as one call, whose commit the disk confirms once. */
import { StoreError } from "../errors.ts";
import { gatherForCall } from "../groups/gathering.ts";

/** The part of a grouping (../groups/grouping.ts) that is the same for look-ups, claims, steps and Connect sessions. */
export const asOneCall = {
  // What may have been written must not be asked for again.
  mayRunApart: (error: unknown): boolean => error instanceof StoreError && !error.unanswered,
  // Some milliseconds of work, and far more than come during one commit.
  itemsMax: 64,
  // Who is alone would wait for nobody.
  gather: (waiting: () => number, usual: number) => (usual > 1 ? gatherForCall(waiting, usual) : undefined),
};
