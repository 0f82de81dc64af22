/** Reads review files. */
import { parseJsonStrict } from "@svc/contract";
import { validateAgainst } from "@svc/contract/validation";
import { reviewFaults } from "./review-rules.ts";
import { Review, type ReviewFault } from "./review.ts";

/** A valid review, or every fault with its place. */
export type ReviewResult = { ok: true; review: Review } | { ok: false; faults: readonly ReviewFault[] };

/** The largest review file, in bytes. */
export const reviewBytesMax = 4 * 1024 * 1024;

/** Reads a review file's text, which is JSON. No fault quotes a value. */
export function readReview(text: string): ReviewResult {
  if (Buffer.byteLength(text) > reviewBytesMax) {
    return { ok: false, faults: [{ pointer: "", message: "It has more than 4 MiB." }] };
  }
  const parsed = parseJsonStrict(text, { depthMax: 64, keysMax: 100_000, valuesMax: 400_000 });
  if (!parsed.ok) return { ok: false, faults: [{ pointer: parsed.pointer, message: parsed.reason }] };
  return checkReview(parsed.value);
}

/** Checks a parsed review: its form first, then what its parts say about each other. */
export function checkReview(value: unknown): ReviewResult {
  const form = validateAgainst(Review, value);
  if (!form.ok) return { ok: false, faults: form.errors.map(({ pointer, message }) => ({ pointer, message })) };
  const review = value as Review;
  const faults = reviewFaults(review);
  return faults.length === 0 ? { ok: true, review } : { ok: false, faults };
}
