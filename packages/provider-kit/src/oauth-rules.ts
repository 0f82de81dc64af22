/** Rules for an OAuth auth's declaration, as pure functions that return a sentence per fault. */
import type { ConnectionFact, OAuthAuth, RevocationEndpoint } from "./oauth.ts";

/** Checks an OAuth auth. @returns one sentence per fault; none if the declaration is valid. */
export function oauthFaults(auth: OAuthAuth): string[] {
  return [...serverFaults(auth), ...scopeParameterFaults(auth), ...tokenParameterFaults(auth), ...factFaults(auth)];
}

function serverFaults({ server, connectionFacts = {} }: OAuthAuth): string[] {
  const { tokenTypes = ["bearer"], scopeSeparator = " ", scopeMember, tokenRequest = "form" } = server;
  const { refreshAfterSeconds = 60, revocation } = server;
  const isAge = Number.isInteger(refreshAfterSeconds) && refreshAfterSeconds >= 60 && refreshAfterSeconds <= 31_536_000;
  const isType = (type: string | null) => type === null || /^[a-z0-9_.-]{1,40}$/.test(type);
  return [
    ...(tokenTypes.length > 0 && tokenTypes.every(isType)
      ? []
      : ["tokenTypes must be lowercase names, or null if the type may be absent."]),
    ...(scopeSeparator === " " || scopeSeparator === "," ? [] : ["scopeSeparator must be a space or a comma."]),
    ...(tokenRequest === "form" || tokenRequest === "json" ? [] : ["tokenRequest must be form or json."]),
    ...(scopeMember === undefined || isMember(scopeMember) ? [] : ["scopeMember must be a path of member names."]),
    ...(isAge ? [] : ["refreshAfterSeconds must be a whole number from a minute to a year."]),
    ...(revocation === undefined || isMember(revocation.path) ? [] : ["revocation must have a path."]),
    ...(revocation?.authentication === "bearer" && revocation.revokes === "refresh_token"
      ? ["revocation with a bearer token must revoke the access token."]
      : []),
    ...(revocation?.names === undefined || isFactField(revocation.names, revocation.authentication, connectionFacts)
      ? []
      : ["the revocation must name a fact of the connection in a field of its own."]),
  ];
}

/** A request that the access token authenticates has no body for the field. */
function isFactField(
  { fact, field }: NonNullable<RevocationEndpoint["names"]>,
  authentication: RevocationEndpoint["authentication"],
  facts: NonNullable<OAuthAuth["connectionFacts"]>,
): boolean {
  return (
    Object.hasOwn(facts, fact) &&
    authentication !== "bearer" &&
    /^[a-z_]+$/.test(field) &&
    field !== "client_id" &&
    field !== "client_secret"
  );
}

function isMember(path: readonly string[]): boolean {
  return (
    path.length > 0 && path.length <= 8 && path.every((name) => /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name))
  );
}

/** Parameters that the authorization request sets itself (RFC 6749 §4.1.1, RFC 7636 §4.3). */
const ownParameters: ReadonlySet<string> = new Set([
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "redirect_uri",
  "response_mode",
  "response_type",
  "scope",
  "state",
]);

/** Parameters that a token request sets itself (RFC 6749 §4.1.3, §6; RFC 7636 §4.5). */
const ownTokenParameters: ReadonlySet<string> = new Set([
  "client_assertion",
  "client_assertion_type",
  "client_id",
  "client_secret",
  "code",
  "code_verifier",
  "grant_type",
  "redirect_uri",
  "refresh_token",
  "scope",
]);

function tokenParameterFaults({ server: { tokenParameters = {} } }: OAuthAuth): string[] {
  return Object.keys(tokenParameters)
    .filter((name) => ownTokenParameters.has(name) || !/^[a-z_]+$/.test(name))
    .map((name) => `tokenParameters must not have ${name}, which is invalid or already has another use.`);
}

function scopeParameterFaults({ server, scopeWords }: OAuthAuth): string[] {
  const { scopeParameters = {}, authorizationParameters = {} } = server;
  const scopes = Object.values(scopeParameters).flat();
  return [
    ...Object.keys(scopeParameters)
      .filter(
        (name) => ownParameters.has(name) || Object.hasOwn(authorizationParameters, name) || !/^[a-z_]+$/.test(name),
      )
      .map((name) => `scopeParameters must not have ${name}, which is invalid or already has another use.`),
    ...(new Set(scopes).size === scopes.length ? [] : ["scopeParameters lists a scope twice."]),
    ...scopes
      .filter((scope) => !Object.hasOwn(scopeWords, scope))
      .map((scope) => `the scope ${scope} of scopeParameters has no description.`),
  ];
}

const factsMax = 10;

function factFaults({ connectionFacts = {}, discover }: OAuthAuth): string[] {
  const facts = Object.entries(connectionFacts);
  const isFound = facts.some(([, { member }]) => member === undefined);
  return [
    ...(facts.length <= factsMax ? [] : ["a connection has at most ten facts."]),
    ...facts.flatMap(([name, fact]) => oneFactFaults(name, fact)),
    ...(isFound && discover === undefined ? ["a fact without a member needs discover."] : []),
    ...(!isFound && discover !== undefined ? ["discover has no fact to find, because each has a member."] : []),
  ];
}

function oneFactFaults(name: string, { member, pattern }: ConnectionFact): string[] {
  return [
    ...(/^[a-z][a-z0-9_]{0,40}$/.test(name) ? [] : [`the fact ${name} must be a lowercase name.`]),
    ...(member === undefined || isMember(member) ? [] : [`the fact ${name} must have a path of member names.`]),
    ...(isAnchored(pattern) ? [] : [`the fact ${name} must have a pattern from ^ to $.`]),
  ];
}

function isAnchored(pattern: string): boolean {
  try {
    void new RegExp(pattern, "u");
  } catch {
    return false;
  }
  return pattern.startsWith("^") && pattern.endsWith("$") && !pattern.endsWith("\\$");
}
