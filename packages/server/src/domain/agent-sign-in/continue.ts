/** The third step: the user's browser returns from the consumer's app and is redirected to the host. */
import type { SignInStep, SignInVisit } from "./authorize.ts";
import { codeMs, type AgentSignInDeps } from "./deps.ts";
import type { AgentAuthorizationRow } from "./port.ts";
import { withParameters } from "./redirects.ts";
import { checkWayBack } from "./way-back.ts";

const ended: SignInStep = { kind: "problem", problem: "ended", reason: "", back: null };

/** Continues a sign-in. The user has decided, so the browser is redirected to the host also if they denied it. */
export async function continueSignIn(
  deps: AgentSignInDeps,
  { query, browserSecret }: SignInVisit,
): Promise<SignInStep> {
  const way = await checkWayBack(deps, query, { browserSecret, proposalId: "" });
  if (typeof way === "string") return ended;
  const { row } = way;
  const at = deps.platform.nowMs();
  const back = { state: row.state, iss: deps.apiUrl };
  if (row.status === "denied") {
    const isTaken = await deps.store.proceed(row, { status: "completed", codeHash: "", usableUntil: 0 }, at);
    const parameters = { error: "access_denied", error_description: "The user didn't allow it.", ...back };
    return isTaken ? redirect(row, parameters) : ended;
  }
  const code = deps.makeSecret("aac_");
  const next = {
    status: "approved",
    codeHash: deps.hashes.hash("agent-code", code),
    usableUntil: at + codeMs,
  } as const;
  const isTaken = await deps.store.proceed(row, next, at);
  return isTaken ? redirect(row, { code, ...back }) : ended;
}

function redirect(
  { redirectUri }: AgentAuthorizationRow,
  parameters: Readonly<Record<string, string | null>>,
): SignInStep {
  return { kind: "redirect", url: withParameters(redirectUri, parameters) };
}
