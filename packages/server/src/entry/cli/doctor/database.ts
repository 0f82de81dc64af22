/** The doctor's look at the database, on either engine. */
import { clockTrouble } from "../../../domain/clock/describe.ts";
import type { ClockStanding } from "../../../domain/clock/service-clock.ts";
import { deploymentCheck, type Finding } from "./check.ts";

/** Judges how the service clock stands. The server serves on, and its retention waits for somebody. */
export function clockFinding(standing: ClockStanding): Finding {
  const trouble = clockTrouble(standing);
  return trouble === null ? { status: "ok", detail: "in order" } : { status: "fail", detail: trouble };
}

/** That it opens. */
export const database = deploymentCheck("database", () => ({ status: "ok", detail: "open, every migration applied" }));

/** That it keeps what it acknowledges. */
export const durability = deploymentCheck("durability", async ({ engine, postgres }) => {
  if (engine === "sqlite")
    return { status: "ok", detail: "a commit is on the disk before it counts (synchronous=FULL)" };
  const settings = (await postgres?.())?.settings ?? {};
  const off = ["fsync", "full_page_writes", "synchronous_commit"].filter((name) => settings[name] === "off");
  if (off.length === 0) return { status: "ok", detail: "fsync, full_page_writes and synchronous_commit are on" };
  const detail = `${off.join(", ")} off: PostgreSQL can lose what it acknowledged`;
  return { status: "fail", detail, remedy: "switch it on for the server, the database and the role" };
});

/** What time it has. */
export const clock = deploymentCheck("clock", (deployment) => clockFinding(deployment.clock.standing()));
