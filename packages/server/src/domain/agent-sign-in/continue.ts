/** The third step: the user's browser comes back from the consumer's app, and is sent to the host. */
import type { SignInStep } from "./authorize.ts";
import { codeMs, type AgentSignInDeps } from "./deps.ts";
import type { AgentAuthorizationRow } from "./port.ts";
import { withParameters } from "./redirects.ts";
import { checkWayBack } from "./way-back.ts";

const ended: SignInStep = { kind: "problem", problem: "ended", reason: "" };

/** Continues a sign-in. @param secrets of the browser's cookie. */
export async function continueSignIn(
  deps: AgentSignInDeps,
  query: URLSearchParams,
  secrets: readonly string[],
): Promise<SignInStep> {
  const way = await checkWayBack(deps, query, { secrets, proposalId: "" });
  if (typeof way === "string") return ended;
  const { row, browserSecret } = way;
  const at = deps.platform.nowMs();
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
