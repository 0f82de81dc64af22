/**
 * Three accounts of a run: the provider's ledger, svc's record, and the caller's responses. {@link findWrongs} compares
 * them.
 */
import type { Execution } from "@svc/contract";
import type { EvidenceStrength } from "@svc/provider-kit";
import type { Plan } from "./plan.ts";

/** The provider's state at one moment. */
export type Sight = {
  /** How many of the execution's changes took effect, by the ledger. */
  effects: number;
  /** Whether the requested state holds, and whether it has held at some moment, which lagging reads may show. */
  holds: boolean;
  held: boolean;
  /** Whether the effect is visible with its marker. */
  shows: boolean;
  isLagging: boolean;
};

/** One look: the provider's state, svc's requests, and the record afterwards. The first is the call itself. */
export type Looked = { sight: Sight; requests: readonly string[]; status: Execution["status"]; afterMs: number };

/** The accounts of a run. */
export type Books = {
  plan: Plan;
  /** `provider/action`. */
  action: string;
  strength: EvidenceStrength;
  /** Whether the connection was granted the reads that looks need. */
  canLook: boolean;
  /** The provider's state before the request was sent. */
  before: Sight;
  /** The execution's changing requests, including replays. */
  changes: number;
  looks: readonly Looked[];
  record: Pick<Execution, "id" | "status" | "settlement" | "evidence" | "error" | "lateResponse">;
  /** When evidence settled it, in milliseconds of service time after the response was lost; null if it didn't. */
  settledAfterMs: number | null;
  atEnd: Sight;
  /** `succeeded`, or the error's code, in the first response and in the response to the same key at the end. */
  told: { first: string; again: string };
};

/** Formats a run for a report. */
export function describeBooks(books: Books): string {
  return JSON.stringify(books, null, 1);
}

/** Whether evidence settled it. */
export function isSettled({ record }: Pick<Books, "record">): boolean {
  return record.settlement?.by === "evidence";
}

/** Returns every contradiction between the accounts; empty if there is none. */
export function findWrongs(books: Books): string[] {
  return [...wrongRequests(books), ...wrongSettlement(books), ...wrongResponses(books), ...missed(books)];
}

function wrongRequests({ changes, looks, canLook }: Books): string[] {
  const wrongs: string[] = [];
  if (changes > 1) wrongs.push(`${changes} changing requests were sent`);
  const sent = looks.flatMap(({ requests }) => requests);
  if (sent.some((purpose) => purpose !== "read")) wrongs.push("a look sent something other than a read");
  // In the call itself, the action may read after its change.
  const forLooks = looks.slice(1).flatMap(({ requests }) => requests);
  if (!canLook && forLooks.length > 0) wrongs.push("a look read what the connection wasn't granted");
  return wrongs;
}

function wrongSettlement(books: Books): string[] {
  const { record, atEnd } = books;
  const { status, settlement } = record;
  // A request to delete a missing item is answered, and has no effect.
  if (status === "succeeded" && settlement?.by === "response" && atEnd.effects === 0 && !books.before.holds) {
    return ["succeeded by a response, without an effect"];
  }
  if (status === "failed" && settlement?.by === "response" && atEnd.effects > 0) return ["failed, with an effect"];
  const at = isSettled(books) ? books.looks.find(({ status: after }) => after === status)?.sight : undefined;
  if (at === undefined || settlement === null) return isSettled(books) ? ["settled without a look"] : [];
  if (status === "failed") {
    return atEnd.effects > 0 && !isDocumented(books) ? ["settled as failed, but there is an effect"] : [];
  }
  if (settlement.basis !== "state") return at.effects > 0 ? [] : ["settled as succeeded without an effect"];
  if (!at.holds && !(at.isLagging && at.held)) return ["settled by a state that didn't hold"];
  // If reads lag, the state that the action read before its change may have been old.
  if (books.before.holds && !books.before.isLagging && !books.plan.settleByState) {
    return ["settled by a state that held before"];
  }
  return [];
}

/**
 * Whether the documentation of `SVC_SETTLE_ABSENCE=on` covers a wrong settlement: the effect happens after the quiet
 * time, reads lag for longer than that, or someone removes the effect.
 */
export function isDocumented({ plan, record }: Pick<Books, "plan" | "record">): boolean {
  if (!plan.settings.settlesByAbsence || record.settlement?.basis !== "absence") return false;
  const isLate = plan.loss === "late_effect" && ["after the quiet time", "at the end"].includes(plan.lateAt);
  const isLagging = plan.changesBehind > 0 && !plan.catchesUp;
  const isRemoved = plan.other === "deletes" || plan.other === "edits_marker_out";
  return isLate || isLagging || isRemoved;
}

/**
 * Whether a late response may contradict the settlement, which is then reported: another writer, or an earlier
 * execution, set the requested state, and the change itself was refused afterwards.
 */
export function mayBeContradicted(books: Pick<Books, "plan" | "record">): boolean {
  const { plan, record } = books;
  return isDocumented(books) || (record.settlement?.basis === "state" && (plan.other !== null || plan.hasEarlier));
}

function wrongResponses({ record, told }: Books): string[] {
  const { status, settlement } = record;
  const expected =
    status === "succeeded"
      ? "succeeded"
      : status === "outcome_unknown"
        ? "ACTION_OUTCOME_UNKNOWN"
        : (record.error?.code ?? "");
  const wrongs = told.again === expected ? [] : [`the record says ${expected} and the replay ${told.again}`];
  if (told.first !== expected && told.first !== "ACTION_OUTCOME_UNKNOWN") {
    wrongs.push(`the caller got ${told.first} and the record says ${expected}`);
  }
  if (status === "failed" && settlement?.by === "evidence" && expected !== "ACTION_NOT_APPLIED") {
    wrongs.push(`evidence settled it as ${expected}`);
  }
  return wrongs;
}

/**
 * Reports a look that could see the effect but settled nothing. If a late response contradicts it, a person decides.
 */
function missed(books: Books): string[] {
  const { strength, canLook, looks, record } = books;
  if ((strength !== "exact" && strength !== "strong") || !canLook || record.lateResponse?.verdict === "failed")
    return [];
  const had = looks.findIndex(({ sight }) => sight.shows && !sight.isLagging);
  return had >= 0 && record.status === "outcome_unknown"
    ? [`look ${had + 1} could see the effect and settled nothing`]
    : [];
}
