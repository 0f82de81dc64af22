/** The points at which a server that takes events is killed. */
import type { Engine } from "../../conformance/harness/index.ts";
import type { GatedServer } from "../crash/fixture.ts";
import { commits, type Side } from "../crash/trigger.ts";

/** How the statement begins that notes an event's id. */
const notes = "insert into received_events";

type Moment = { readonly label: string; readonly side: Side; readonly nMax: number };

/** Half of the kills are after a commit, when nothing was answered yet. */
function moments(engine: Engine): readonly Moment[] {
  const [commit, note] = [
    { label: commits[engine], nMax: 8 },
    { label: notes, nMax: 30 },
  ];
  return [
    { ...commit, side: "after" },
    { ...commit, side: "after" },
    { ...commit, side: "before" },
    { ...note, side: "before" },
    { ...note, side: "after" },
    // Any statement.
    { label: "", nMax: 120, side: "after" },
  ];
}

/** Kills the server at a point that is drawn. */
export function armAtRandom(server: GatedServer, engine: Engine, random: () => number): void {
  const all = moments(engine);
  const { label, side, nMax } = all[Math.floor(random() * all.length)] ?? { label: "", side: "before", nMax: 1 };
  server.arm({ kind: "statement", n: 1 + Math.floor(random() * nMax), side, label }, "kill");
}
