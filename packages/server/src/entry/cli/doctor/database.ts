/** Doctor: the database, on either engine. */
import { clockTrouble } from "../../../domain/clock/describe.ts";
import type { ClockState } from "../../../domain/clock/service-clock.ts";
import { deploymentCheck, type Finding } from "./check.ts";

/** Checks the service clock. After a jump the server keeps running, and its retention waits for an operator. */
export function clockFinding(state: ClockState): Finding {
  const trouble = clockTrouble(state);
  return trouble === null ? { status: "ok", detail: "in order" } : { status: "fail", detail: trouble };
}

/** Whether the database opens and takes writes. On SQLite, the disk has a check of its own. */
export const database = deploymentCheck("database", async ({ tryWrite }) => {
  const fault = (await tryWrite?.()) ?? null;
  if (fault === null) return { status: "ok", detail: "open, every migration applied" };
  return { status: "fail", detail: `writes fail: ${fault.what}`, remedy: fault.remedy };
});

/** Whether the database keeps what it commits. */
export const durability = deploymentCheck("durability", async ({ engine, postgres }) => {
  if (engine === "sqlite") return { status: "ok", detail: "commits wait for the disk (synchronous=FULL)" };
  const settings = (await postgres?.())?.settings ?? {};
  const off = ["fsync", "full_page_writes", "synchronous_commit"].filter((name) => settings[name] === "off");
  if (off.length === 0) return { status: "ok", detail: "fsync, full_page_writes and synchronous_commit are on" };
  const detail = `${off.join(", ")} off: PostgreSQL can lose committed data`;
  return { status: "fail", detail, remedy: "turn it on for the server, the database and the role" };
});

/** Whether the service clock is right. */
export const clock = deploymentCheck("clock", (deployment) => clockFinding(deployment.clock.state()));
