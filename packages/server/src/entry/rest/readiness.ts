/**
 * Readiness: a list of named checks, asked at most every half second however many ask for it, and answered within a second
 * whatever hangs. Strangers are told ready or not; the checks themselves are shown on the metrics listener.
 */

/** What a check found. @property reason short, in our own words; why it is not ok, or what to know although it is. */
export type CheckResult = { ok: boolean; reason: string };

/** A check by its name, such as `database`. */
export type ReadinessCheck = {
  name: string;
  /** A check that throws, or does not answer in time, is not ok. */
  look: () => CheckResult | Promise<CheckResult>;
};

/** What is looked at. */
export type ReadinessChecks = {
  /** What costs something to look at: each is asked once for everybody within half a second. */
  asked: readonly ReadinessCheck[];
  /** What this process knows by itself; true at the very moment. */
  known: readonly { name: string; look: () => CheckResult }[];
};

/** The answer, with every check in the order of the list. */
export type ReadinessReport = { ready: boolean; checks: readonly ({ name: string } & CheckResult)[] };

/** Looks whether requests can be taken. */
export type Readiness = () => Promise<ReadinessReport>;

/** How long what was found is reused, and how long a check may take, in milliseconds. */
export type ReadinessTimes = { keptMs: number; checkMs: number };

/** Together below the second within which an answer must come. */
export const readinessDefaults: ReadinessTimes = { keptMs: 500, checkMs: 800 };

/** The result of a check that found nothing wrong. */
export const fine: CheckResult = { ok: true, reason: "" };

/** Makes it. @param onChange told when what is amiss is something else than before. */
export function createReadiness(
  { asked, known }: ReadinessChecks,
  monotonicMs: () => number,
  onChange: (report: ReadinessReport) => void = () => undefined,
  { keptMs, checkMs }: ReadinessTimes = readinessDefaults,
): Readiness {
  const looks = asked.map((check) => boundedLook(check, checkMs));
  let found: Promise<ReadinessReport["checks"]> | null = null;
  let keptUntilMs = Number.POSITIVE_INFINITY;
  let amissBefore = "[]";
  return async () => {
    if (found === null || monotonicMs() >= keptUntilMs) {
      // Until it is found, whoever asks waits for the same.
      keptUntilMs = Number.POSITIVE_INFINITY;
      found = Promise.all(looks.map((look) => look())).finally(() => {
        keptUntilMs = monotonicMs() + keptMs;
      });
    }
    const checks = [...(await found), ...known.map(({ name, look }) => ({ name, ...look() }))];
    const report = { ready: checks.every(({ ok }) => ok), checks };
    const amiss = JSON.stringify(checks.filter(({ ok }) => !ok));
    if (amiss !== amissBefore) onChange(report);
    amissBefore = amiss;
    return report;
  };
}

/** A look that ends in time. One that hangs is waited for by those who ask later, and not begun once more. */
function boundedLook({ name, look }: ReadinessCheck, checkMs: number): () => Promise<{ name: string } & CheckResult> {
  let running: Promise<CheckResult> | null = null;
  const begin = async (): Promise<CheckResult> => {
    try {
      return await look();
    } catch {
      return { ok: false, reason: "the check failed" };
    } finally {
      running = null;
    }
  };
  return async () => {
    running ??= begin();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<CheckResult>((resolve) => {
      timer = setTimeout(() => resolve({ ok: false, reason: `no answer within ${checkMs} ms` }), checkMs);
    });
    const result = await Promise.race([running, late]);
    clearTimeout(timer);
    return { name, ...result };
  };
}
