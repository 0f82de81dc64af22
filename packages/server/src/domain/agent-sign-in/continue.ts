/**
 * The third step: the user's browser comes back from the consumer's app. It continues only if the secret of the way back and the cookie of
 * the browser that began belong to the same sign-in. So a link that was sent to somebody else's user gives its sender nothing.
 */
import { idPrefixes, isId } from "@svc/contract";
import { auditEvent } from "../audit/audit.ts";
import { only, type SignInStep } from "./authorize.ts";
import { codeMs, type AgentSignInDeps } from "./deps.ts";
import type { AgentAuthorizationRow } from "./port.ts";
import { withParameters } from "./redirects.ts";

const ended: SignInStep = { kind: "problem", problem: "ended", reason: "" };

/** Continues a sign-in. @param secrets of the browser's cookie. */
export async function continueSignIn(
  deps: AgentSignInDeps,
  query: URLSearchParams,
  secrets: readonly string[],
): Promise<SignInStep> {
  const id = only(query, "agent_authorization_id") ?? "";
  const row = isId(idPrefixes.agentAuthorization, id) ? await deps.store.find(id) : null;
  if (row === null || (row.status !== "approved" && row.status !== "denied") || row.secretHash === "") return ended;
  const at = deps.platform.nowMs();
  const secret = only(query, "secret") ?? "";
  const browserSecret = secrets.find((one) => deps.hashes.verify("agent-browser", [id, one], row.browserHash));
  const isGenuine = deps.hashes.verify("agent-secret", [id, secret], row.secretHash);
  if (browserSecret === undefined || !isGenuine) {
    await endSignIn(deps, row, isGenuine ? "another_browser" : "wrong_secret");
    return ended;
  }
  if (row.usableUntil <= at) return ended;
  const back = { state: row.state, iss: deps.apiUrl };
  if (row.status === "denied") {
    const isTaken = await deps.store.proceed(row, { status: "completed", codeHash: "", usableUntil: 0 }, at);
    const parameters = { error: "access_denied", error_description: "The user didn't allow it.", ...back };
    return isTaken ? redirect(row, parameters, browserSecret) : ended;
  }
  const code = deps.makeSecret("aac_");
  const next = {
    status: "approved",
    codeHash: deps.hashes.hash("agent-code", code),
    usableUntil: at + codeMs,
  } as const;
  const isTaken = await deps.store.proceed(row, next, at);
  return isTaken ? redirect(row, { code, ...back }, browserSecret) : ended;
}

function redirect(
  { redirectUri }: AgentAuthorizationRow,
  parameters: Readonly<Record<string, string | null>>,
  dropSecret: string,
): SignInStep {
  return { kind: "redirect", url: withParameters(redirectUri, parameters), dropSecret };
}

/** Ends a sign-in that somebody tried to take over, and records why. */
async function endSignIn(deps: AgentSignInDeps, row: AgentAuthorizationRow, reason: string): Promise<void> {
  const { id, clientId, approval, tenantId } = row;
  const record = {
    clientId,
    tenantId: approval?.tenantId ?? tenantId,
    subject: id,
    actor: "end_user",
    data: { reason },
  };
  await deps.store.end(row, auditEvent(deps, "agent_authorization.refused", record));
}
