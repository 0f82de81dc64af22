/**
 * Texts for operators: of errors and statuses (the error table's are for callers of the API), and of times and numbers.
 * All times are UTC.
 */
import {
  type ConnectSessionStatus,
  type ErrorCode,
  errorTable,
  type ExecutionStatus,
  isErrorCode,
  type ProposalStatus,
} from "@svc/contract";
import { type Html, joined, markup } from "../html/markup.ts";
import { once } from "../../once.ts";

/** The meaning of a color. No color is used without text. */
export type Tone = "good" | "caution" | "bad" | "quiet";

/** Replaces the texts of the table that tell a caller what to do. */
const forOperators: Partial<Readonly<Record<ErrorCode, string>>> = {
  INPUT_INVALID: "The input didn't match the action's schema. Nothing was sent.",
  ACTION_NOT_GRANTED: "The connection's user hasn't agreed to this action. Nothing was sent.",
  ACTION_NOT_DISPATCHED:
    "The request wasn't sent, so nothing took effect. The caller can send it again with the same key.",
  ACTION_OUTCOME_UNKNOWN:
    "The request was sent, but no definitive response came back. It may or may not have taken effect at the provider.",
  ACTION_NOT_APPLIED:
    "The response was lost, and svc has proved at the provider that nothing took effect. The caller can do the work again.",
  EVIDENCE_NOT_AVAILABLE:
    "svc can't look for this effect: the action declares no evidence, or a read that it needs isn't enabled, allowed or granted.",
  ACTION_RESOLVED_FAILED: "The outcome was unknown, and was resolved as failed.",
  EXECUTION_NOT_FOUND: "There is no execution with this ID.",
  EXECUTION_NOT_UNKNOWN: "This execution has a definite outcome, or may still be in progress.",
  TENANT_NOT_FOUND: "There is no tenant with this ID.",
  CONNECTION_NOT_FOUND: "There is no connection with this ID.",
  CONNECTION_NOT_ACTIVE: "The connection isn't active, so nothing was sent. Its user may have to reconnect.",
  WEBHOOK_ENDPOINT_NOT_FOUND: "There is no webhook endpoint with this ID. It may have been deleted.",
  WEBHOOK_ENDPOINT_DISABLED: "The endpoint is disabled and receives nothing. Enable it, then send the event again.",
  EVENT_NOT_FOUND: "This event is no longer in the log.",
  PROVIDER_UNAUTHORIZED:
    "The provider no longer accepts the credential, and nothing took effect. The connection's user has to reconnect.",
  RESOURCE_NOT_FOUND: "The provider can't find what the input refers to, or hides it from this credential.",
  PROVIDER_UNREACHABLE: "The provider couldn't be reached, and nothing was sent.",
  PROVIDER_RATE_LIMITED: "The provider is limiting requests, and nothing took effect.",
  PROPOSAL_NOT_FOUND: "There is no proposal with this ID. It may have been deleted.",
  PROPOSAL_NOT_PENDING:
    "It was already decided, has expired or was withdrawn, so your decision wasn't recorded. Its page shows how it ended.",
  DIGEST_MISMATCH: "The form doesn't match this proposal. Open its page again.",
  POLICY_DENIED: "A policy denies this call. Nothing was sent.",
  PLAN_STALE:
    "The call would no longer do what was approved: the state at the provider, the connection or the action has changed since. Nothing was sent.",
  NOT_FOUND: "There is no such page.",
  RATE_LIMITED: "Too many requests. Wait a moment, then try again.",
};

/** Returns an error's text for operators. @param detail as recorded or thrown; kept unless it is the table's own. */
export function errorText(code: string, detail: string): Html {
  const own =
    isErrorCode(code) && (detail === "" || errorTable[code].detail === detail) ? forOperators[code] : undefined;
  return withCode(own ?? detail);
}

/** Renders text between backticks as code. */
function withCode(text: string): Html {
  return joined(
    text.split("`").map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`)),
  );
}

/** The labels and colors of the statuses of executions. */
export const statusTexts: Readonly<Record<ExecutionStatus, { label: string; tone: Tone }>> = {
  accepted: { label: "Accepted", tone: "quiet" },
  dispatched: { label: "Dispatched", tone: "quiet" },
  succeeded: { label: "Succeeded", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  outcome_unknown: { label: "Unknown outcome", tone: "caution" },
};

/** What a proposal has come to, with a color. */
export const proposalStatusTexts: Readonly<Record<ProposalStatus, { label: string; tone: Tone }>> = {
  pending: { label: "Pending", tone: "caution" },
  approved: { label: "Approved", tone: "caution" },
  accepted: { label: "Accepted", tone: "good" },
  denied: { label: "Denied", tone: "quiet" },
  expired: { label: "Expired", tone: "quiet" },
  withdrawn: { label: "Withdrawn", tone: "quiet" },
};

/** How far a user has come in connecting, with a color. */
export const sessionStatusTexts: Readonly<Record<ConnectSessionStatus, { label: string; tone: Tone }>> = {
  pending: { label: "Pending", tone: "caution" },
  opened: { label: "Opened", tone: "caution" },
  authorizing: { label: "Authorizing", tone: "caution" },
  awaiting_confirmation: { label: "Awaiting confirmation", tone: "caution" },
  completed: { label: "Completed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  cancelled: { label: "Cancelled", tone: "quiet" },
  expired: { label: "Expired", tone: "quiet" },
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Returns an exact time with its zone. @param ms milliseconds since the epoch. */
export function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** Returns the time from now, or the date if it is more than a month away. */
export function relativeTime(ms: number, nowMs: number): string {
  const distanceMs = Math.abs(nowMs - ms);
  if (distanceMs < minuteMs) return ms > nowMs ? "in a moment" : "just now";
  if (distanceMs > 31 * dayMs) return formatDate(ms);
  const amount = formatElapsed(distanceMs);
  return ms > nowMs ? `in ${amount}` : `${amount} ago`;
}

function formatElapsed(ms: number): string {
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return days === 1 ? "1 day" : `${days} days`;
}

// Each start of a server would load Node's formats, and most servers show no console.
const dates = once(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" }),
);
const shortDates = once(() => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }));

/** Returns a date such as "Nov 24, 2026". */
function formatDate(ms: number): string {
  return dates().format(ms);
}

/** Returns a date without its year, such as "Nov 24". */
export function formatDay(ms: number): string {
  return shortDates().format(ms);
}

/** Returns the time of day, such as "14:00". */
export function formatClock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

const numbers = once(() => new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 }));

/** Returns a whole number with separators. A number above zero is never shown as zero. */
export function formatNumber(value: number): string {
  return value > 0 && value < 1 ? "<1" : numbers().format(value);
}

/** Returns a share as a percentage, such as "1.2%"; a dash if the whole is zero. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.1) return "<0.1%";
  return `${percent === 0 || percent >= 10 ? percent.toFixed(0) : percent.toFixed(1)}%`;
}

/** Returns a duration such as "420 ms" or "1.2 s"; a dash if there is none. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
