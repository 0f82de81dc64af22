/** Where a flow and its session stand, before a step goes on: what has ended, expired or gone leads to a page of ours. */
import { ServiceError } from "@svc/contract";
import { ownProblem, type AuthorizationStep } from "./authorization-steps.ts";
import type { ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, OAuthFlowRow } from "./port.ts";
import { statusAt } from "./present.ts";
import { returnUrlOf } from "./return-url.ts";

/** A flow with its session. */
export type Located = { flow: OAuthFlowRow; session: ConnectSessionRow; providerName: string };

/** The flow with its session; null where there is none, or the path is another provider's. */
export async function locate(
  deps: Pick<ConnectDeps, "store" | "catalog">,
  flow: OAuthFlowRow | null,
  provider: string | null,
): Promise<Located | null> {
  if (flow === null || (provider !== null && flow.provider !== provider)) return null;
  const session = await deps.store.findById(flow.sessionId);
  if (session === null) return null;
  return { flow, session, providerName: deps.catalog.provider(flow.provider)?.name ?? flow.provider };
}

/** The page for a flow that cannot go on; null where it can. */
export function standingProblem(deps: Pick<ConnectDeps, "platform">, at: Located): AuthorizationStep | null {
  const { flow, session } = at;
  const nowMs = deps.platform.nowMs();
  const status = statusAt(session, nowMs);
  if (status === "awaiting_confirmation") return ownProblem("completed", at);
  if (status === "completed" || status === "failed" || status === "cancelled" || status === "expired") {
    return ownProblem(status, at, { back: returnUrlOf(session, { status }) });
  }
  if (flow.usedAt !== null) return ownProblem(session.verifyingUntil > nowMs ? "busy" : "used", at);
  return flow.expiresAt <= nowMs ? ownProblem("late", at) : null;
}

/** The page for what a check threw. @throws the error itself, where it is no service error. */
export function unavailable(error: unknown, at: Located): AuthorizationStep {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "RATE_LIMITED" || error.code === "OVERLOADED") return ownProblem("busy", at);
  return ownProblem(error.code === "CONNECT_SESSION_EXPIRED" ? "expired" : "unavailable", at);
}
