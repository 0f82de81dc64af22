/** The part in which clocks jump. */
import { runClock, type ClockPlan, type ClockResult, type WhoseClock } from "../clocks/scenario.ts";
import { atLeast, none, type Part } from "../part.ts";

const dayMs = 86_400_000;
const jumpsMs = [500 * dayMs, -730 * dayMs, 100_000, -100_000, 300_000, -300_000];

/** Longer than the pruning interval of a minute, in milliseconds. */
const pruneMs = 75_000;

/** Clocks that jump. */
export const clocks: Part = {
  name: "clocks",
  proves:
    "a clock that jumps, of a server or of the database, makes no key act twice and no write of a living server unknown",
  numbers: { "clocks-at-once": 6 },
  needs: ["faketime"],
  async run(options) {
    const { log } = options;
    const whose: WhoseClock[] = options.engines.flatMap((engine) =>
      engine === "sqlite" ? ["machine" as const] : ["replica" as const, "database" as const],
    );
    const plans = whose.flatMap((one) =>
      (["running", "start"] as const).flatMap((when) =>
        jumpsMs.map((jumpMs): ClockPlan => ({ whose: one, when, jumpMs, pruneMs, log })),
      ),
    );
    // A machine without a battery-backed clock, whose clock is set after startup.
    const late = { when: "running", jumpMs: 730 * dayMs, beginsMs: -730 * dayMs, pruneMs, log } as const;
    if (whose.includes("machine")) plans.push({ ...late, whose: "machine" });
    const results: ClockResult[] = [];
    const left = plans.values();
    const lane = async (): Promise<void> => {
      for (const plan of left) results.push(await runClock(plan));
    };
    await Promise.all(Array.from({ length: options.number("clocks-at-once") }, lane));
    const all = (list: (result: ClockResult) => readonly string[]): readonly string[] => {
      const found = results.flatMap(list);
      for (const line of found) log(line);
      return found;
    };
    return [
      atLeast("jumps", results.length, plans.length),
      atLeast(
        "keys repeated before and after the clock was accepted",
        results.reduce((sum, { keys }) => sum + keys, 0),
        plans.length * 12,
      ),
      none(
        "keys with two changing requests",
        all(({ twice }) => twice),
      ),
      none(
        "keys with another response",
        all(({ otherResponses }) => otherResponses),
      ),
      none(
        "executions that are gone",
        all(({ gone }) => gone),
      ),
      none(
        "writes of a living server that became unknown",
        all(({ madeUnknown }) => madeUnknown),
      ),
    ];
  },
};
