/** The doctor's look at the database, on either engine. */
import { deploymentCheck, type Finding } from "./check.ts";

/** By how much two clocks may differ, in milliseconds: sessions, key expiry and retention go by this machine's. */
const skewMs = { warn: 1000, fail: 30_000 };

/** Judges the difference between the database's clock and this machine's. @param differenceMs positive: the database is ahead. */
export function clockFinding(differenceMs: number): Finding {
  const by = Math.abs(differenceMs);
  const status = by >= skewMs.fail ? "fail" : by >= skewMs.warn ? "warn" : "ok";
  if (status === "ok") return { status, detail: "agrees with the database's" };
  const direction = differenceMs > 0 ? "behind" : "ahead of";
  return {
    status,
    detail: `is ${(by / 1000).toFixed(1)} s ${direction} the database's`,
    remedy: "keep both in time by NTP",
  };
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
export const clock = deploymentCheck("clock", async ({ clockMs, platform }) =>
  clockFinding((await clockMs()) - platform.nowMs()),
);
