/**
 * Judges the verdict of a look: whether it settles an unknown outcome. The rules are enforced here, for every provider,
 * so that an action can't settle more than its evidence proves (contract §4.13).
 */
import type { EvidenceBasis } from "@svc/contract";
import type { EvidenceStrength, EvidenceVerdict } from "@svc/provider-kit";
import type { ConfirmedTime } from "../clock/service-clock.ts";
import { minuteMs } from "../clock/units.ts";
import type { KeptLook, LateResponse } from "../records/documents.ts";

/** What a judgment depends on besides the verdict. */
export type JudgeContext = {
  /** The strength that the action declares. It determines which bases are accepted as proof. */
  strength: EvidenceStrength;
  /** Whether the service client lets the requested state settle, even if someone else may have set it. */
  settlesByState: boolean;
  /** Whether the deployment allows settling by absence. */
  settlesByAbsence: boolean;
  /** When the look began. */
  atMs: number;
  /** The same time as confirmed by the service clock; null if it can't be trusted. Settling by absence requires it. */
  time: ConfirmedTime | null;
  /** The latest moment at which the request could have been in flight. */
  lastSentMs: number;
  /** How long after that moment an absence starts to count. */
  quietMs: number;
  /** The earlier looks, oldest first. */
  looks: readonly KeptLook[];
  /** The verdict of a late response; null if there is none. */
  lateResponse: LateResponse["verdict"] | null;
};

/** The judgment on an execution. Its look is always kept. */
export type Judgment =
  | { outcome: "succeeded"; basis: EvidenceBasis; output: unknown; look: KeptLook }
  | { outcome: "failed"; basis: EvidenceBasis; look: KeptLook }
  | { outcome: "unknown"; look: KeptLook };

/** The minimum time between the two looks that prove an absence. */
const absencesApartMs = minuteMs;

const detailCharsMax = 500;

/** The declared strengths for which each basis is a proof. */
const strengths: Readonly<Record<EvidenceBasis, readonly EvidenceStrength[]>> = {
  marker: ["exact", "strong", "weak"],
  fence: ["exact", "strong", "state"],
  state: ["exact", "strong", "state"],
  expiry: ["exact", "strong", "state"],
  absence: ["exact", "strong"],
};

/** Judges a look. Pure. */
export function judgeLook(verdict: EvidenceVerdict, context: JudgeContext): Judgment {
  if (verdict.verdict === "undetermined") return undetermined(context, verdict.why);
  if (!strengths[verdict.basis].includes(context.strength)) {
    return undetermined(context, `The action's evidence isn't strong enough for a verdict based on ${verdict.basis}.`);
  }
  return verdict.verdict === "applied" ? judgeApplied(verdict, context) : judgeNotApplied(verdict, context);
}

/** Returns the judgment of an inconclusive look. @param why one sentence, written by svc or the action. */
export function undetermined(
  { atMs }: Pick<JudgeContext, "atMs">,
  why: string,
): Extract<Judgment, { outcome: "unknown" }> {
  const detail = why.slice(0, detailCharsMax);
  return { outcome: "unknown", look: { at: atMs, verdict: "undetermined", basis: null, detail, counts: false } };
}

type Applied = Extract<EvidenceVerdict, { verdict: "applied" }>;
type NotApplied = Extract<EvidenceVerdict, { verdict: "not_applied" }>;

function judgeApplied(verdict: Applied, context: JudgeContext): Judgment {
  const { basis, output } = verdict;
  const look = (detail: string): KeptLook => ({ at: context.atMs, verdict: "applied", basis, detail, counts: false });
  if (context.lateResponse === "failed") return { outcome: "unknown", look: look(contradicted) };
  if (verdict.basis !== "state") {
    const detail = basis === "marker" ? "The request's marker was found." : "The next version is this request's own.";
    return { outcome: "succeeded", basis, output, look: look(detail) };
  }
  if (verdict.wasDifferent) {
    return { outcome: "succeeded", basis, output, look: look("The requested state holds now and didn't before.") };
  }
  const detail = "The requested state holds now; someone else may have set it.";
  if (context.settlesByState) return { outcome: "succeeded", basis, output, look: look(detail) };
  return { outcome: "unknown", look: look(detail) };
}

const contradicted = "The provider's late response says otherwise.";

function judgeNotApplied(verdict: NotApplied, context: JudgeContext): Judgment {
  const { basis } = verdict;
  const counts = meansSomething(verdict, context);
  const look: KeptLook = { at: context.atMs, verdict: "not_applied", basis, detail: detailOf(verdict), counts };
  if (context.lateResponse === "succeeded") return { outcome: "unknown", look: { ...look, detail: contradicted } };
  return isProved(verdict, counts, context) ? { outcome: "failed", basis, look } : { outcome: "unknown", look };
}

function detailOf(verdict: NotApplied): string {
  switch (verdict.basis) {
    case "fence":
      return "The next version is someone else's, so the request can no longer take effect.";
    case "expiry":
      return "Nothing was found, and the request is accepted only for a limited time.";
    case "absence":
      return "Nothing was found.";
  }
}

/** Whether the effect should have been visible by now: the request can no longer be in flight. */
function meansSomething(verdict: NotApplied, { time, lastSentMs, quietMs }: JudgeContext): boolean {
  // If the clock was set forward, the skipped time doesn't count as quiet time.
  if (time === null || time.cutoffMs(quietMs) < lastSentMs) return false;
  return verdict.basis !== "expiry" || time.nowMs >= verdict.expiresAt;
}

function isProved(verdict: NotApplied, counts: boolean, context: JudgeContext): boolean {
  switch (verdict.basis) {
    case "fence":
      return !verdict.mayRestart || counts;
    case "expiry":
      return counts && wasAbsentBefore(verdict.basis, context);
    case "absence":
      return context.settlesByAbsence && verdict.isAnchored && counts && wasAbsentBefore(verdict.basis, context);
  }
}

/** Whether a look at least a minute ago found the same, and none since has found the effect. */
function wasAbsentBefore(basis: EvidenceBasis, { time, looks }: JudgeContext): boolean {
  if (time === null) return false;
  const lastFound = looks.findLastIndex(({ verdict }) => verdict === "applied");
  const latestMs = time.cutoffMs(absencesApartMs);
  return looks.slice(lastFound + 1).some((look) => look.counts && look.basis === basis && look.at <= latestMs);
}
