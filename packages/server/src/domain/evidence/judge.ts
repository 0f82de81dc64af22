/**
 * The table of verdicts: what a look's verdict makes of an unknown outcome. It is enforced here, for every provider, so that an
 * action's author can't settle by less than its evidence proves (contract §4.13).
 */
import type { EvidenceBasis } from "@svc/contract";
import type { EvidenceStrength, EvidenceVerdict } from "@svc/provider-kit";
import type { ConfirmedTime } from "../clock/service-clock.ts";
import { minuteMs } from "../clock/units.ts";
import type { LateAnswer } from "../executions/record.ts";
import type { KeptLook } from "./look.ts";

/** What counts besides the verdict. */
export type JudgeContext = {
  /** The strength that the action declares. A basis beyond it proves nothing. */
  strength: EvidenceStrength;
  /** Whether the service client's policy lets the requested state settle, even if someone else may have set it. */
  settlesByState: boolean;
  /** Whether the deployment lets an absence settle. */
  settlesByAbsence: boolean;
  /** When the look began. */
  atMs: number;
  /** The same, if a sample of the service clock has confirmed it; null if it can't be trusted. Absences wait for it. */
  time: ConfirmedTime | null;
  /** The last moment at which the request can have been under way. */
  lastSentMs: number;
  /** How long after that moment an absence means something. */
  quietMs: number;
  /** The earlier looks, oldest first. */
  looks: readonly KeptLook[];
  /** What a late answer says; null if there is none. */
  lateAnswer: LateAnswer["verdict"] | null;
};

/** What becomes of the execution. The look is kept in any case. */
export type Judgment =
  | { outcome: "succeeded"; basis: EvidenceBasis; output: unknown; look: KeptLook }
  | { outcome: "failed"; basis: EvidenceBasis; look: KeptLook }
  | { outcome: "unknown"; look: KeptLook };

/** How far apart the two looks are that an absence needs. */
const absencesApartMs = minuteMs;

const detailCharsMax = 500;

/** The strengths at which each basis proves something. */
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
    return undetermined(context, `The action's evidence isn't strong enough for a verdict by ${verdict.basis}.`);
  }
  return verdict.verdict === "applied" ? judgeApplied(verdict, context) : judgeNotApplied(verdict, context);
}

/** A look that found nothing out. @param why one sentence of svc's own. */
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
  if (context.lateAnswer === "failed") return { outcome: "unknown", look: look(contradicted) };
  if (verdict.basis !== "state") {
    const detail =
      basis === "marker" ? "The request's marker was found." : "The version after this request is its own.";
    return { outcome: "succeeded", basis, output, look: look(detail) };
  }
  if (verdict.wasDifferent) {
    return { outcome: "succeeded", basis, output, look: look("The requested state holds now and didn't before.") };
  }
  const detail = "The requested state holds now; someone else may have set it.";
  if (context.settlesByState) return { outcome: "succeeded", basis, output, look: look(detail) };
  return { outcome: "unknown", look: look(detail) };
}

const contradicted = "The provider's late answer says otherwise.";

function judgeNotApplied(verdict: NotApplied, context: JudgeContext): Judgment {
  const { basis } = verdict;
  const counts = meansSomething(verdict, context);
  const look: KeptLook = { at: context.atMs, verdict: "not_applied", basis, detail: detailOf(verdict), counts };
  if (context.lateAnswer === "succeeded") return { outcome: "unknown", look: { ...look, detail: contradicted } };
  return isProved(verdict, counts, context) ? { outcome: "failed", basis, look } : { outcome: "unknown", look };
}

function detailOf(verdict: NotApplied): string {
  switch (verdict.basis) {
    case "fence":
      return "The version after this request is someone else's, so the request can no longer take effect.";
    case "expiry":
      return "Nothing was found, and the request is accepted only for a limited time.";
    case "absence":
      return "Nothing was found.";
  }
}

/** Whether the effect was absent when it had to be there: the request can no longer be under way. */
function meansSomething(verdict: NotApplied, { time, lastSentMs, quietMs }: JudgeContext): boolean {
  // Time that didn't pass, because somebody set the clock over it, is no quiet time.
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

/** Whether an earlier look, a minute ago at least, found the same, and none has found the effect since. */
function wasAbsentBefore(basis: EvidenceBasis, { time, looks }: JudgeContext): boolean {
  if (time === null) return false;
  const lastFound = looks.findLastIndex(({ verdict }) => verdict === "applied");
  const latestMs = time.cutoffMs(absencesApartMs);
  return looks.slice(lastFound + 1).some((look) => look.counts && look.basis === basis && look.at <= latestMs);
}
