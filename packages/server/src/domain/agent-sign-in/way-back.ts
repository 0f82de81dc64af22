/**
 * The third step: the user's browser returns from the consumer's app and is redirected to the host. The secret in the
 * address must belong to the browser that started the sign-in, identified by its cookie. So sending the link to someone
 * else's user gains an attacker nothing.
 */
import { idPrefixes, isId } from "@svc/contract";
import { only, withParameters } from "./requests.ts";
import { type AgentSignInDeps, codeMs } from "./deps.ts";
import type { AgentAuthorizationRow } from "./port.ts";
import type { SignInStep, SignInVisit } from "./authorize.ts";

/** Why a return is refused: unknown or already used, another browser, a wrong secret, or too late. */
type ClosedWay = "used" | "other_browser" | "wrong_secret" | "late";

/** Dependencies of the check. */
type WayBackDeps = Pick<AgentSignInDeps, "store" | "hashes" | "platform" | "newId">;

/** A decided authorization in the browser that started it, whose secret hasn't been used yet. */
type WayBack = { row: AgentAuthorizationRow; browserSecret: string };

/**
 * Checks a return. A wrong secret or another browser ends the authorization, and this is audited.
 * @param secret from the browser's cookie. @param proposalId the expected proposal; "" for a host's sign-in.
 */
export async function checkWayBack(
  deps: WayBackDeps,
  query: URLSearchParams,
  { browserSecret: known, proposalId }: { browserSecret: string | null; proposalId: string },
): Promise<WayBack | ClosedWay> {
  const id = only(query, "agent_authorization_id") ?? "";
  const row = isId(idPrefixes.agentAuthorization, id) ? await deps.store.find(id) : null;
  if (row?.proposalId !== proposalId || row.secretHash === "") return "used";
  if (row.status !== "approved" && row.status !== "denied") return "used";
  const secret = only(query, "secret") ?? "";
  const browserSecret = browserSecretOf(deps, row, known);
  const isGenuine = deps.hashes.verify("agent-secret", [id, secret], row.secretHash);
  if (browserSecret === null || !isGenuine) {
    await endSignIn(deps, row, isGenuine ? "another_browser" : "wrong_secret");
    return isGenuine ? "other_browser" : "wrong_secret";
  }
  return row.usableUntil <= deps.platform.nowMs() ? "late" : { row, browserSecret };
}

/** Returns the secret if its browser started the authorization; null for any other. @param secret from the cookie. */
export function browserSecretOf(
  { hashes }: Pick<AgentSignInDeps, "hashes">,
  { id, browserHash }: AgentAuthorizationRow,
  secret: string | null,
): string | null {
  return secret !== null && hashes.verify("agent-browser", [id, secret], browserHash) ? secret : null;
}

/** Ends a sign-in that someone may have tried to hijack, and records why. */
async function endSignIn(deps: WayBackDeps, row: AgentAuthorizationRow, reason: string): Promise<void> {
  await deps.store.end(row, reason);
}

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
