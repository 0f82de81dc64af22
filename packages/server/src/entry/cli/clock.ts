/** `svc-server clock`: shows the service clock, and accepts the raw clock after a jump. */
import { spansAfterAccept } from "../../domain/clock/judge.ts";
import { clockTrouble } from "../../domain/clock/describe.ts";
import { timestamp, timestampOrNull } from "../../domain/clock/timestamp.ts";
import type { OperatorDeployment } from "./environment.ts";

/** Shows raw and service time, their difference, and what is wrong. */
export async function showClock({ clock, platform }: OperatorDeployment): Promise<object> {
  const { row } = await clock.store.read();
  const spans = await clock.store.spans();
  const serviceMs = platform.nowMs();
  const { offsetMs, jump, gap } = row;
  return {
    state: jump === null ? "ok" : "jumped",
    advice: clockTrouble(row),
    noticedAt: timestampOrNull(jump?.atMs ?? null),
    serviceTime: timestamp(serviceMs),
    rawTime: timestamp(serviceMs - offsetMs),
    offsetSeconds: offsetMs / 1000,
    newestRecordedTime: timestampOrNull(row.markMs || null),
    passedOverFrom: timestampOrNull(gap?.fromMs ?? null),
    passedOverTo: timestampOrNull(gap?.toMs ?? null),
    uncounted: spans.map(({ fromMs, toMs }) => ({ from: timestamp(fromMs), to: timestamp(toMs) })),
  };
}

/** Accepts the raw clock. @param options.timePassed whether the skipped time really passed. */
export async function acceptClock(
  { clock, machine, platform }: OperatorDeployment,
  { timePassed = false }: { timePassed?: boolean },
): Promise<object> {
  const machineMs = machine.nowMs();
  const accepted = await clock.store.accept({ timePassed, machineMs, spansAfter: spansAfterAccept });
  if (accepted === null) return { accepted: false, time: timestamp(platform.nowMs()) };
  const { cause, serviceMs, rawMs, uncountedMs } = accepted;
  return {
    accepted: true,
    cause,
    timeWas: timestamp(serviceMs),
    time: timestamp(rawMs),
    uncountedSeconds: uncountedMs / 1000,
  };
}
