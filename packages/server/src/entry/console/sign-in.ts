/** Who is signed in, and how somebody signs in with a token and out again. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Operator } from "../../domain/operators/sessions.ts";
import { networkOf } from "../rest/context.ts";
import { logOf } from "../rest/observed.ts";
import { headerValues } from "../rest/reading.ts";
import { readField, type ConsoleEndpoint, type ConsoleRoute } from "./console.ts";
import { isSecure, nextPath, parseQuery, readForm, secretIn, sessionCookie } from "./request.ts";
import { refreshHeader } from "./script.ts";
import { onwardPage, signInPage, type SignInReason } from "./sign-in-page.ts";

/** Returns the signed-in operator; null if there is none. A page's automatic refresh doesn't keep a session alive. */
export async function authenticateOperator(
  { services, adminUrl }: ConsoleEndpoint,
  request: FastifyRequest,
): Promise<{ operator: Operator; secret: string } | null> {
  const secret = secretIn(isSecure(adminUrl), headerValues(request.raw.rawHeaders, "cookie"));
  const isUse = headerValues(request.raw.rawHeaders, refreshHeader).length === 0;
  if (secret === null) return null;
  const { company, sessions } = services;
  const found =
    company?.isSession(secret) === true ? company.find(secret, { isUse }) : sessions.find(secret, { isUse });
  const operator = await found;
  return operator === null ? null : { operator, secret };
}

/** Asks a browser without a session to sign in. */
export async function refuseStranger(
  endpoint: ConsoleEndpoint,
  route: Pick<ConsoleRoute, "method">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  endpoint.publicRates.count("console", networkOf(request));
  const isPage = route.method === "GET";
  const reason = isPage && request.url === "/" ? "" : "over";
  return await sendSignIn(endpoint, reply.code(401), { reason, next: isPage ? nextPath(request.url) : "/" });
}

/** Signs in with an operator token. */
export async function signIn(
  endpoint: ConsoleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = readForm(request) ?? new URLSearchParams();
  const next = nextPath(readField(form, "next"));
  const result = await endpoint.services.sessions.signIn(readField(form, "token") ?? "", request.ip);
  if (result.kind === "in") {
    const cookie = sessionCookie(isSecure(endpoint.adminUrl), result.secret);
    return reply.code(303).headers({ "set-cookie": cookie, location: next }).send();
  }
  const isTooOften = result.kind === "too_many";
  if (!isTooOften) logOf(request).warn("a sign-in at the operator console was refused");
  if (isTooOften) reply.header("retry-after", "2");
  return await sendSignIn(endpoint, reply.code(isTooOften ? 429 : 401), { reason: result.kind, next });
}

/** Signs out, at the provider too if the session was started there. */
export async function signOut(
  endpoint: ConsoleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signedIn = await authenticateOperator(endpoint, request);
  const text = readForm(request)?.get("csrf") ?? "";
  const { sessions, company } = endpoint.services;
  if (signedIn !== null && !sessions.isFormToken(signedIn.secret, text)) {
    return await sendSignIn(endpoint, reply.code(400), { reason: "form", next: "/" });
  }
  const { operator } = signedIn ?? {};
  const elsewhere = operator?.isPerson === true ? await company?.signOut(operator) : undefined;
  if (operator?.isPerson === false) await sessions.signOut(operator);
  reply.header("set-cookie", sessionCookie(isSecure(endpoint.adminUrl), ""));
  if (company === null || elsewhere === undefined || elsewhere === null) {
    return await sendSignIn(endpoint, reply, { reason: "signed_out", next: "/" });
  }
  const label = `Sign out at ${company.name}, too`;
  return reply.send(onwardPage({ title: "You are signed out of svc", to: elsewhere.href, label }));
}

/** Shows the sign-in page, and whether the company's identity provider can be reached. */
export async function sendSignIn(
  { services }: ConsoleEndpoint,
  reply: FastifyReply,
  { reason, next }: { reason: SignInReason; next: string },
): Promise<FastifyReply> {
  const { sandbox, company } = services;
  const shown = company === null ? null : { name: company.name, isReachable: await company.isReachable() };
  return reply.send(signInPage({ reason, next, sandbox, company: shown }));
}

/** Answers a browser that comes to sign in. */
export async function showSignIn(
  endpoint: ConsoleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return await sendSignIn(endpoint, reply, { reason: "", next: nextPath(readField(parseQuery(request), "next")) });
}
