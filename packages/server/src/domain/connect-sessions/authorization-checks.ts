/**
 * Checks a flow and its session before a step continues. If either is missing, has ended or has expired, the user sees
 * one of our pages.
 */
import { ServiceError } from "@svc/contract";
import type { OAuthAuth, ProviderAuth } from "@svc/provider-kit";
import { strategyFor } from "../auth-kinds/table.ts";
import { ownProblem, type AuthorizationStep } from "./authorization-steps.ts";
import type { ConnectDeps } from "./deps.ts";
import { findParties, type Parties } from "./parties.ts";
import type { ConnectSessionRow, OAuthFlowRow } from "./port.ts";
import { statusAt } from "./present.ts";
import { buildReturnUrl } from "./return-url.ts";

export type FlowWithSession = { flow: OAuthFlowRow; session: ConnectSessionRow; parties: Parties };

/** Finds the flow's session; null if either is missing, or the path belongs to another provider. */
export async function locate(
  deps: Pick<ConnectDeps, "store" | "catalog" | "serviceClients">,
  flow: OAuthFlowRow | null,
  provider: string | null,
): Promise<FlowWithSession | null> {
  if (flow === null || (provider !== null && flow.provider !== provider)) return null;
  const session = await deps.store.findById(flow.sessionId);
  if (session === null) return null;
  return { flow, session, parties: await findParties(deps, session) };
}

/** Returns the page for a flow that can't continue; null if it can. */
export function flowProblem(deps: Pick<ConnectDeps, "platform">, at: FlowWithSession): AuthorizationStep | null {
  const { flow, session } = at;
  const nowMs = deps.platform.nowMs();
  const status = statusAt(session, nowMs);
  if (status === "awaiting_confirmation") return ownProblem("completed", at);
  if (status === "completed" || status === "failed" || status === "cancelled" || status === "expired") {
    return ownProblem(status, at, buildReturnUrl(session, { status }));
  }
  if (flow.usedAt !== null) return ownProblem(session.verifyingUntil > nowMs ? "busy" : "used", at);
  return flow.expiresAt <= nowMs ? ownProblem("late", at) : null;
}

/**
 * Returns the OAuth auth that issues the credential.
 * @throws ServiceError PROVIDER_NOT_AVAILABLE if the provider no longer has this auth.
 */
export function requireIssuer(auth: ProviderAuth | null): OAuthAuth {
  const issuer = auth === null ? null : strategyFor(auth.kind).issuer(auth);
  if (issuer === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  return issuer;
}

/** Returns the page for an error from a check. @throws the error itself if it is not a ServiceError. */
export function unavailable(error: unknown, at: FlowWithSession): AuthorizationStep {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "RATE_LIMITED" || error.code === "OVERLOADED") return ownProblem("busy", at);
  return ownProblem(error.code === "CONNECT_SESSION_EXPIRED" ? "expired" : "unavailable", at);
}
