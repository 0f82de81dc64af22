/** The meaning of svc's errors: for a submitted write, and for the person who sees the page. */
import { ActionOutcomeUnknownError, ApiError, SvcError } from "@svc/sdk";
import type { Judged } from "./records.ts";

/** An error as the user sees it. `next` is what they can do. */
export type Problem = { title: string; text: string; next: "reconnect" | "wait" | "edit" | "none"; code: string };

/**
 * Decides what is known about a write after an error.
 *
 * @param now milliseconds. @throws the error itself if it isn't svc's: then it is our own bug.
 */
export function judge(error: unknown, now: number): Judged {
  if (error instanceof ActionOutcomeUnknownError) {
    return { state: "unknown", code: "ACTION_OUTCOME_UNKNOWN", executionId: error.executionId ?? "" };
  }
  if (error instanceof ApiError) {
    const code = error.code ?? "";
    const about = { code, executionId: error.executionId ?? "" };
    // Another submission of the same form is being sent right now.
    if (code === "IDEMPOTENCY_KEY_IN_PROGRESS") return { state: "open", ...about };
    // `retryable` means that nothing took effect, whatever the status.
    if (error.retryable || error.status < 500) {
      const errors = error.errors.map(({ pointer, message }) => ({ pointer, message }));
      return { state: "failed", ...about, errors, retryAt: now + (error.retryAfterSeconds ?? 0) * 1000 };
    }
  }
  // No response (network, timeout, proxy) proves nothing. The execution is looked up by its key.
  if (error instanceof SvcError) return { state: "open" };
  throw error;
}

/**
 * Returns the meaning of a failed read, and how long to wait.
 *
 * @param now milliseconds. @throws the error itself if it isn't svc's.
 */
export function judgeRead(error: unknown, provider: string, now: number): { problem: Problem; retryAt: number } {
  if (!(error instanceof SvcError)) throw error;
  if (!(error instanceof ApiError)) return { problem: describe("", provider), retryAt: 0 };
  return { problem: describe(error.code ?? "", provider), retryAt: now + (error.retryAfterSeconds ?? 0) * 1000 };
}

type Words = (provider: string) => Omit<Problem, "code">;

const reconnect: Words = (provider) => ({
  title: `${provider} needs to be reconnected`,
  text: `${provider} no longer accepts the access that you gave Harbor. Nothing was changed. Reconnect, then try again.`,
  next: "reconnect",
});
const busy: Words = (provider) => ({
  title: `${provider} can't be reached right now`,
  text: "Nothing was changed. Wait a moment, then try again.",
  next: "wait",
});

const words: Readonly<Record<string, Words>> = {
  CONNECTION_NOT_ACTIVE: reconnect,
  CONNECTION_NOT_FOUND: reconnect,
  PROVIDER_UNAUTHORIZED: reconnect,
  ACTION_NOT_GRANTED: (provider) => ({
    title: "You haven't allowed this yet",
    text: `When you connected ${provider}, this wasn't part of what Harbor may do. Reconnect to allow it.`,
    next: "reconnect",
  }),
  PROVIDER_FORBIDDEN: (provider) => ({
    title: `Your ${provider} account doesn't allow this`,
    text: `Nothing was changed. Give the account more access at ${provider}, or reconnect with another one.`,
    next: "reconnect",
  }),
  PROVIDER_RATE_LIMITED: (provider) => ({
    title: `${provider} is limiting requests`,
    text: "Nothing was changed. Wait, then try again.",
    next: "wait",
  }),
  RATE_LIMITED: busy,
  OVERLOADED: busy,
  PROVIDER_UNREACHABLE: busy,
  PROVIDER_TIMEOUT: busy,
  PROVIDER_ERROR: busy,
  ACTION_NOT_DISPATCHED: busy,
  INPUT_INVALID: () => ({
    title: "Please correct what you entered",
    text: "Nothing was sent.",
    next: "edit",
  }),
  RESOURCE_NOT_FOUND: (provider) => ({
    title: `${provider} can't find this`,
    text: "Nothing was changed. It doesn't exist, or your account can't see it. Check the names.",
    next: "edit",
  }),
  PROVIDER_REJECTED: (provider) => ({
    title: `${provider} refused this`,
    text: "Nothing was changed. Check what you entered.",
    next: "edit",
  }),
  IDEMPOTENCY_KEY_REUSED: () => ({
    title: "This form was sent before, with other values",
    text: "Those values were used, and nothing was sent now. Here is a new form.",
    next: "edit",
  }),
};

/** Describes a code. @param provider the provider's name. */
export function describe(code: string, provider: string): Problem {
  const found = Object.hasOwn(words, code) ? words[code] : undefined;
  if (found !== undefined) return { ...found(provider), code };
  const text = "Nothing was changed. If it happens again, tell our support team the code below.";
  return { title: "That didn't work", text, next: "none", code: code === "" ? "SVC_UNREACHABLE" : code };
}
