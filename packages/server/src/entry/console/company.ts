/**
 * Signing in with the company's account: the way to the identity provider, the way back, and the provider's own call that
 * ends sessions. A browser comes back from another site, so the response is a page that leads to the next: only then does
 * the browser send the session's cookie, which is `SameSite=Strict`.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Finished } from "../../domain/operator-sign-in/sign-in.ts";
import { logOf } from "../rest/observed.ts";
import { headerValues } from "../rest/reading.ts";
import { readField, type ConsoleEndpoint } from "./console.ts";
import { onwardPage, type SignInReason } from "./sign-in-page.ts";
import {
  browserCookie,
  browserSecretIn,
  isSecure,
  nextPath,
  parseQuery,
  readForm,
  secretIn,
  sessionCookie,
} from "./request.ts";
import { sendSignIn } from "./sign-in.ts";

/** Where the way begins. */
export const beginPath = "/login/oidc";

/** Where the provider says that sessions have ended (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
export const backChannelPath = "/login/backchannel";

/** Sends a browser to the provider. A page of another site can't do that. */
export async function beginCompany(
  endpoint: ConsoleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { company } = endpoint.services;
  const next = nextPath(readField(parseQuery(request), "next"));
  const sites = headerValues(request.raw.rawHeaders, "sec-fetch-site");
  const isOwn = sites.length === 0 || (sites.length === 1 && (sites[0] === "same-origin" || sites[0] === "none"));
  if (company === null || !isOwn) return await sendSignIn(endpoint, reply, { reason: "", next });
  const begun = await company.begin(next, request.ip);
  if (begun.kind !== "go") {
    if (begun.kind === "too_many") reply.code(429).header("retry-after", "2");
    return await sendSignIn(endpoint, reply, { reason: begun.kind === "too_many" ? "too_many" : "", next });
  }
  const cookie = browserCookie(isSecure(endpoint.adminUrl), begun.secret);
  return reply.code(303).headers({ "set-cookie": cookie, location: begun.to.href }).send();
}

/** Takes a browser back from the provider. */
export async function finishCompany(
  endpoint: ConsoleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { company } = endpoint.services;
  if (company === null) return await sendSignIn(endpoint, reply.code(404), { reason: "unknown", next: "/" });
  const secure = isSecure(endpoint.adminUrl);
  const cookies = headerValues(request.raw.rawHeaders, "cookie");
  const finished = await company.finish({
    query: parseQuery(request),
    browser: browserSecretIn(secure, cookies),
    session: secretIn(secure, cookies),
    address: request.ip,
  });
  const forget = browserCookie(secure, "");
  if (finished.kind === "in") {
    const { secret, next, lifeMs } = finished;
    reply.header("set-cookie", [forget, sessionCookie(secure, secret, lifeMs)]);
    return reply.send(onwardPage({ title: "You are signed in", to: next, label: "Continue" }));
  }
  // A response that this browser didn't wait for changes nothing in it.
  if (finished.kind !== "unknown") reply.header("set-cookie", forget);
  logOf(request).warn({ why: whyOf(finished) }, "a sign-in with the company's account was refused");
  const status = finished.kind === "unreachable" ? 503 : 403;
  return await sendSignIn(endpoint, reply.code(status), { reason: reasonOf(finished), next: "/" });
}

/** Our own code, or the provider's if it is a well-known one. */
function whyOf(finished: Finished): string {
  return finished.kind === "refused" ? finished.code : finished.kind;
}

function reasonOf(finished: Exclude<Finished, { kind: "in" }>): SignInReason {
  if (finished.kind !== "refused") return finished.kind;
  return finished.code === "access_denied" ? "denied" : "not_genuine";
}

/** Ends the sessions that a logout token of the provider names. */
export async function endByToken(
  endpoint: ConsoleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { company } = endpoint.services;
  const token = readField(readForm(request) ?? new URLSearchParams(), "logout_token");
  const result = company === null || token === null ? "refused" : await company.endByToken(token);
  reply.headers({ "content-type": "application/json; charset=utf-8" });
  if (result === "done") return reply.send({});
  const [status, error] = result === "refused" ? [400, "invalid_request"] : [503, "temporarily_unavailable"];
  return reply.code(status).send({ error });
}
