/** Rules for a provider's declaration, as pure functions that return a sentence per fault. */
import type { TObject } from "typebox";
import { patternFaults } from "./action-rules.ts";
import { eventsFaults } from "./events/rules.ts";
import { needFaults } from "./evidence-rules.ts";
import { headerNameFault, isToken } from "./header-rules.ts";
import { oauthFaults } from "./oauth-rules.ts";
import { originField } from "./listed-origin.ts";
import type { OAuthAuth } from "./oauth.ts";
import type { PostRead, Provider, ProviderAuth, RetryAfterHeader, StaticCredentialAuth } from "./provider.ts";
import { originsOf, regionField, regionMark } from "./regions.ts";
import { collectNodes } from "./schema-nodes.ts";

/** Checks a declaration. @returns one sentence per fault; none if it is valid. */
export function providerFaults(provider: Provider): string[] {
  return [
    ...originFaults(provider),
    ...logoFaults(provider),
    ...authFaults(provider),
    ...selfHostedFaults(provider),
    ...regionFaults(provider),
    ...scopeFaults(provider),
    ...actionFaults(provider),
    ...eventFaults(provider),
    ...pathFaults(provider),
    ...readFaults(provider),
    ...headerFaults(provider),
    ...limitFaults(provider),
  ];
}

function originFaults(provider: Provider): string[] {
  const { origins = {}, regions } = provider;
  const { origin, origins: all } = originsOf(provider);
  // The origin of the first region is also `origin`.
  const further = Object.values(all).filter((one) => regions === undefined || one !== origin);
  const server = issuerOf(provider)?.server;
  const exchanges = provider.auth.flatMap((one) => (one.kind === "static_credential" ? (one.tokenOrigin ?? []) : []));
  const servers = [...(server === undefined ? [] : [server.origin, server.tokenOrigin ?? server.origin]), ...exchanges];
  const isRepeated = new Set([origin, ...further]).size !== further.length + 1;
  return [
    ...([origin, ...servers, ...further].every(isOrigin)
      ? []
      : ["origin must be https://host[:port] and nothing else."]),
    ...Object.keys(origins)
      .filter((name) => !/^[a-z][a-z0-9_-]{0,30}$/.test(name))
      .map((name) => `the origin name ${name} must consist of lowercase letters, digits, underscores and hyphens.`),
    ...(isRepeated ? ["two of its origins are the same."] : []),
    ...(exchanges.length > 0 && server !== undefined
      ? ["a provider has an OAuth server or a tokenOrigin of its credentials, not both."]
      : []),
  ];
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.origin === text && url.protocol === "https:";
}

function issuerOf({ auth }: Provider): OAuthAuth | null {
  return auth.find((known) => known.kind === "oauth2_authorization_code") ?? null;
}

function logoFaults({ logo }: Provider): string[] {
  const isPath = logo === undefined || /^[MmZzLlHhVvCcSsQqTtAa\d\s.,+-]{1,4096}$/.test(logo);
  return isPath ? [] : ["the logo must be SVG path data of at most 4096 characters."];
}

function authFaults(provider: Provider): string[] {
  const { auth } = provider;
  const issuer = issuerOf(provider);
  return [
    ...(new Set(auth.map(({ kind }) => kind)).size === auth.length ? [] : ["two auths have the same kind."]),
    ...(issuer === null ? [] : oauthFaults(issuer)),
    ...auth.flatMap((one) => (one.kind === "static_credential" ? fieldFaults(one) : [])),
  ];
}

/**
 * A self-hosted API exists only at the origin that the submission names. Every credential names one, and there are no
 * others.
 */
function selfHostedFaults({ isSelfHosted, auth, origins, connectionPath }: Provider): string[] {
  if (isSelfHosted !== true) return [];
  const isNamed = auth.every((one) => {
    if (one.kind !== "static_credential") return false;
    const { properties, required } = one.submission as { properties: object; required?: readonly string[] };
    return Object.hasOwn(properties, originField) && (required ?? []).includes(originField);
  });
  return [
    ...(isNamed ? [] : [`a self-hosted provider needs a required ${originField} in each submission.`]),
    ...(origins === undefined && connectionPath === undefined
      ? []
      : ["a self-hosted provider must have no further origins and no connectionPath."]),
  ];
}

/** Every credential has to name one of the regions, so that requests go only to the user's region. */
function regionFaults({ regions, origin, origins = {}, auth, isSelfHosted }: Provider): string[] {
  const places = [origin, ...Object.values(origins)];
  if (regions === undefined) {
    return places.some((one) => one.includes(regionMark)) ? [`${regionMark} in an origin needs regions.`] : [];
  }
  const isName = (name: string) => /^[a-z][a-z0-9-]{0,30}$/.test(name);
  const isWhole = places.every((one) => one.split(regionMark).length === 2);
  return [
    ...(regions.length > 0 && regions.every(isName) && isOnce(regions)
      ? []
      : ["regions must be different names of lowercase letters, digits and hyphens."]),
    ...(isWhole ? [] : [`each origin of a provider with regions must have ${regionMark} once.`]),
    ...(auth.every((one) => namesRegion(one, regions))
      ? []
      : [`a provider with regions needs a required ${regionField} in each submission, with exactly these, as a fact.`]),
    ...(isSelfHosted === true ? ["a self-hosted provider must have no regions."] : []),
  ];
}

function namesRegion(auth: ProviderAuth, regions: readonly string[]): boolean {
  if (auth.kind !== "static_credential" || auth.connectionFacts === undefined) return false;
  const { properties, required = [] } = auth.submission as {
    properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
    required?: readonly string[];
  };
  const names = properties[regionField]?.enum ?? [];
  const isSame = names.length === regions.length && regions.every((region) => names.includes(region));
  return isSame && required.includes(regionField);
}

/** The form has to ask for every field of the submission, and to hide the secret ones. */
function fieldFaults({ submission, fields, kept, bearer, tokenOrigin }: StaticCredentialAuth): string[] {
  const properties: object = submission.properties;
  const names = fields.map(({ name }) => name);
  const isSame = new Set([...names, ...Object.keys(properties)]).size === names.length;
  const isSecret = hasSecret(submission);
  return [
    ...(isSame && names.length === Object.keys(properties).length
      ? []
      : ["the form must have one field for each property of the submission."]),
    ...collectNodes(submission, "the submission").flatMap(patternFaults),
    ...(tokenOrigin === undefined || bearer !== undefined ? [] : ["a tokenOrigin needs a bearer."]),
    ...(isSecret || names.length === 0 ? [] : ["the submission must have a sensitive property."]),
    ...(kept === undefined || hasSecret(kept.schema)
      ? []
      : ["the kept part of the submission must have a sensitive property."]),
  ];
}

function hasSecret({ properties }: TObject): boolean {
  const all = properties as Readonly<Record<string, { readonly "x-sensitive"?: unknown }>>;
  return Object.values(all).some((property) => property["x-sensitive"] === true);
}

function scopeFaults(provider: Provider): string[] {
  const words = issuerOf(provider)?.scopeWords ?? {};
  return [...provider.actions, ...(provider.events?.types ?? [])]
    .flatMap(({ requiredScopes }) => requiredScopes)
    .filter((scope) => !Object.hasOwn(words, scope))
    .map((scope) => `the scope ${scope} has no description.`);
}

function actionFaults({ actions }: Provider): string[] {
  const ids = new Set(actions.map(({ id }) => id));
  return [...(ids.size === actions.length ? [] : ["two actions share an id."]), ...needFaults(actions)];
}

/** Deliveries are signed with a secret of the OAuth app. */
function eventFaults(provider: Provider): string[] {
  const { events } = provider;
  if (events === undefined) return [];
  return [
    ...(issuerOf(provider) === null ? ["events need an OAuth app, whose secret signs them."] : []),
    ...eventsFaults(events),
  ];
}

/** A segment that needs no escaping. */
const plainSegment = /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/;

/** Only OAuth connections have facts for a path, so OAuth has to be such a provider's only auth. */
function pathFaults(provider: Provider): string[] {
  const { connectionPath, auth } = provider;
  if (connectionPath === undefined) return [];
  const facts = issuerOf(provider)?.connectionFacts ?? {};
  const named = connectionPath.flatMap((segment) => (typeof segment === "string" ? [] : [segment.fact]));
  const plain = connectionPath.filter((segment) => typeof segment === "string");
  return [
    ...(plain.every((segment) => plainSegment.test(segment))
      ? []
      : ["connectionPath must consist of path segments that need no escaping."]),
    ...(named.length > 0 ? [] : ["connectionPath has no fact, so it belongs in each request's own path."]),
    ...(auth.length === 1
      ? []
      : ["connectionPath needs OAuth to be its only auth, because other credentials have no facts."]),
    ...named
      .filter((fact) => !Object.hasOwn(facts, fact) || facts[fact]?.optional === true)
      .map((fact) => `connectionPath has ${fact}, which isn't a required fact of its OAuth connections.`),
  ];
}

function readFaults({ postReads = [], graphql, origins = {}, requestHeaders = [] }: Provider): string[] {
  const all = [...postReads, ...(graphql === undefined ? [] : [graphql])];
  const isPlace = ({ origin }: PostRead) => origin === undefined || Object.hasOwn(origins, origin);
  const isNamed = ({ header, field, json }: PostRead) =>
    header !== undefined || field !== undefined || json !== undefined;
  const isForm = (read: PostRead) =>
    (read.path.length > 0 || isNamed(read)) && read.path.every((segment) => segment === "*" || isOwnSegment(segment));
  const isAll = (read: PostRead) => !isNamed(read) && read.path.every((segment) => segment === "*");
  const settable = requestHeaders.map((name) => name.toLowerCase());
  const isHeader = ({ header }: PostRead) =>
    header === undefined || (settable.includes(header.name.toLowerCase()) && header.values.length > 0);
  const isBody = ({ json }: PostRead) =>
    json === undefined || (Object.keys(json).length > 0 && Object.values(json).every(({ length }) => length > 0));
  const isField = ({ field }: PostRead) => field === undefined || (field.name !== "" && field.values.length > 0);
  return [
    ...(all.every(isPlace) ? [] : ["a read by POST names an origin that isn't in origins."]),
    ...(all.every(isForm) ? [] : ["a read by POST must consist of path segments, or * for any one segment."]),
    ...(postReads.some(isAll)
      ? ["a read by POST must name a segment, because otherwise every POST would be a read."]
      : []),
    ...(postReads.every(isHeader) ? [] : ["the header of a read by POST must be one of requestHeaders, with values."]),
    ...(postReads.every(isField) ? [] : ["the field of a read by POST must have a name and values."]),
    ...(postReads.every(isBody) ? [] : ["the body of a read by POST must have named members with values."]),
    ...(graphql?.path.includes("*") === true || (graphql !== undefined && isNamed(graphql))
      ? ["graphql must be one path."]
      : []),
    ...(graphql !== undefined && postReads.some((read) => covers(read, graphql))
      ? ["a read by POST includes the graphql path, so a mutation would be a read."]
      : []),
  ];
}

function isOwnSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !segment.includes("*") && !segment.includes("/");
}

function covers(read: PostRead, { origin, path }: PostRead): boolean {
  if (read.origin !== origin || read.path.length !== path.length) return false;
  return read.path.every((segment, at) => segment === "*" || segment === path[at]);
}

function headerFaults({ requestHeaders = [], responseHeaders = [], auth }: Provider): string[] {
  const isSigned = auth.some((one) => one.kind === "static_credential" && one.signer !== undefined);
  return [
    // A signature has our time in it, and only the response's time tells a dead credential from our own wrong clock.
    ...(isSigned && !responseHeaders.some((name) => name.toLowerCase() === "date")
      ? ["responseHeaders of a provider whose credential signs must have date."]
      : []),
    ...requestHeaders.flatMap((name) => headerNameFault(name) ?? []),
    ...(isOnce(requestHeaders) ? [] : ["requestHeaders names a header twice."]),
    ...(responseHeaders.every(isToken) ? [] : ["responseHeaders has an invalid header name."]),
  ];
}

function isOnce(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

const retryAfterForms: ReadonlySet<string> = new Set<RetryAfterHeader["form"]>([
  "seconds",
  "milliseconds",
  "seconds_or_date",
  "epoch_seconds",
  "epoch_milliseconds",
  "iso_date",
]);

/** Statuses whose meaning is the same at every provider. */
const fixedStatuses: readonly number[] = [401, 408, 421, 425];

function limitFaults({ retryAfter = [], limitStatuses = [] }: Provider): string[] {
  const isRefusal = (status: number) => status >= 400 && status < 500 && !fixedStatuses.includes(status);
  const isLimit = (status: number) => Number.isInteger(status) && (status === 200 || isRefusal(status));
  return [
    ...(retryAfter.every(({ name, form }) => isToken(name) && retryAfterForms.has(form))
      ? []
      : ["retryAfter must consist of header names with a known form."]),
    ...(limitStatuses.every(isLimit) ? [] : ["limitStatuses can only be 200 and 4xx, without 401, 408, 421 and 425."]),
  ];
}
