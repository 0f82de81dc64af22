/** Counts over many runs: the settlements without a person, by action, and how soon they were. */
import { isDocumented, isSettled, type Books } from "./books.ts";

/** Counts of one action. */
type Counts = { strength: string; lost: number; present: number; settled: number; failed: number };

/** The counts, and their report. */
export class Tally {
  readonly #actions = new Map<string, Counts>();
  /** Times to settlement, in milliseconds, for effects that happened immediately and were visible. */
  readonly soonMs: number[] = [];
  /** The actions that a run tried, whether or not the response arrived after all. */
  readonly tried = new Set<string>();
  runs = 0;
  settled = 0;
  documented = 0;

  /** Counts a run. */
  add(books: Books): void {
    this.runs += 1;
    this.tried.add(books.action);
    if (isSettled(books)) this.settled += 1;
    if (isDocumented(books) && books.record.status === "failed" && books.atEnd.effects > 0) this.documented += 1;
    if (books.record.settlement?.by === "response") return;
    const counts = this.#actions.get(books.action) ?? {
      strength: books.strength,
      lost: 0,
      present: 0,
      settled: 0,
      failed: 0,
    };
    this.#actions.set(books.action, counts);
    counts.lost += 1;
    if (books.record.status === "failed") counts.failed += 1;
    if (!isPresent(books)) return;
    counts.present += 1;
    if (isSettled(books)) counts.settled += 1;
    const [first] = books.looks;
    if (first !== undefined && isSeen(books, first.sight) && books.settledAfterMs !== null) {
      this.soonMs.push(books.settledAfterMs);
    }
  }

  /** Returns the 95th percentile of {@link soonMs}, in milliseconds. */
  p95Ms(): number {
    const sorted = this.soonMs.toSorted((left, right) => left - right);
    return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN;
  }

  /** Returns a line for each action. */
  lines(): string[] {
    return [...this.#actions]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([action, { strength, lost, present, settled, failed }]) => {
        const share = present === 0 ? "-" : `${((100 * settled) / present).toFixed(1)} %`;
        return `${action} (${strength}): ${lost} lost responses, ${present} effects that a look could see, ${share} settled as succeeded, ${failed} as failed`;
      });
  }
}

/** Whether some look could see the effect. */
function isPresent(books: Books): boolean {
  return books.looks.some(({ sight }) => isSeen(books, sight));
}

function isSeen({ canLook, strength }: Books, { effects, holds, shows, isLagging }: Books["atEnd"]): boolean {
  const isThere = strength === "exact" || strength === "strong" ? shows : holds;
  return canLook && !isLagging && effects > 0 && isThere;
}
