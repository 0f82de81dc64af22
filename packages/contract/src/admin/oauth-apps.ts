/** OAuth apps, as operators see and set them. Their stored secrets are never returned. */
import { Type, type Static } from "typebox";
import { idField, NextCursor, oneOf, Slug, timeOrNull } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { pageQuery } from "../operations/operation.ts";
import { adminOperation, closed, serviceClientRef, Version } from "./admin-operation.ts";

const clientId = Type.String({ minLength: 1, maxLength: 500, description: "The app's client ID at the provider." });
const secret = Type.String({ minLength: 1, maxLength: 500, description: "The app's client secret." });
const eventsSecret = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "What the provider signs the app's events with.",
});
const service_client_id = Type.Union([idField(idPrefixes.serviceClient, "A service client."), Type.Null()], {
  description: "The service client that it is for; null for all.",
});

/** An app that is registered with a provider. */
export const OperatedOAuthApp = Type.Object(
  {
    provider: Slug,
    service_client_id,
    clientId: Type.String({
      maxLength: 500,
      description: "Its client ID at the provider; empty if a variable has it.",
    }),
    name: Type.String({ maxLength: 100, description: "What the consent page calls it; empty for no name." }),
    source: oneOf(["database", "environment"], "Where it is set. Only those in the database can be changed here."),
    updatedAt: timeOrNull("When it was set; null if a variable sets it."),
    version: Type.Union([Version, Type.Null()], { description: "Its version; null if a variable sets it." }),
    eventsSecretSetAt: timeOrNull(
      "When the secret for its events was set; null without one, or if a variable sets it.",
    ),
    oldEventsSecretUntil: timeOrNull("Until when the one before it also verifies; null if it doesn't."),
    eventsSecretVersion: Type.Union([Version, Type.Null()], {
      description: "That secret's version; null without one.",
    }),
  },
  { title: "OperatedOAuthApp", description: "An OAuth app, without its secret.", ...closed },
);
/** An app that is registered with a provider. */
export type OperatedOAuthApp = Static<typeof OperatedOAuthApp>;

const Checked = Type.Object(
  { isSame: Type.Boolean({ description: "Whether there is an app with this secret." }) },
  { title: "CheckedOAuthAppSecret", description: "The comparison.", ...closed },
);

const base = "/admin/v1/oauth-apps";
const one = `${base}/{provider}` as const;
const ofApp = {
  params: Type.Object({ provider: Slug }, closed),
  query: Type.Object({ serviceClient: Type.Optional(serviceClientRef) }, closed),
} as const;
const common = { tag: "OAuth apps", role: "admin", errors: ["NOT_FOUND"] } as const;

/** The admin API's operations for apps that are registered with providers. */
export const oauthAppOperations = {
  listOAuthApps: adminOperation({
    ...common,
    id: "listOAuthApps",
    method: "GET",
    path: base,
    summary: "List OAuth apps",
    description: "Returns the apps by provider.",
    role: "viewer",
    query: Type.Object(pageQuery, closed),
    success: {
      status: 200,
      description: "One page.",
      schema: Type.Object(
        { oauthApps: Type.Array(OperatedOAuthApp, { description: "By provider." }), nextCursor: NextCursor },
        { title: "OperatedOAuthAppList", description: "One page of OAuth apps.", ...closed },
      ),
    },
    errors: [],
  }),
  setOAuthApp: adminOperation({
    ...common,
    id: "setOAuthApp",
    method: "PUT",
    path: one,
    summary: "Set an OAuth app",
    description:
      "Stores an app or replaces it, also to rotate its secret. With `If-None-Match: *`, only if there is none yet.",
    condition: "create",
    ...ofApp,
    body: Type.Object(
      { clientId, secret, name: Type.Optional(OperatedOAuthApp.properties.name) },
      { title: "SetOAuthApp", description: "The app, with its secret.", ...closed },
    ),
    success: { status: 200, description: "The app.", schema: OperatedOAuthApp },
  }),
  removeOAuthApp: adminOperation({
    ...common,
    id: "removeOAuthApp",
    method: "DELETE",
    path: one,
    summary: "Remove an OAuth app",
    description: "Removes an app. Connections made with it work until their token expires.",
    condition: "match",
    ...ofApp,
    success: {
      status: 200,
      description: "What was removed.",
      schema: Type.Object(
        { provider: Slug, service_client_id, clientId },
        { title: "RemovedOAuthApp", description: "The removed app.", ...closed },
      ),
    },
  }),
  setOAuthAppEventsSecret: adminOperation({
    ...common,
    id: "setOAuthAppEventsSecret",
    method: "PUT",
    path: `${one}/events-secret`,
    summary: "Set an OAuth app's secret for events",
    description:
      "Stores the secret that the provider signs the app's events with. Its version is the app's `eventsSecretVersion`. " +
      "With `If-None-Match: *`, only if there is none yet.",
    condition: "create",
    ...ofApp,
    body: Type.Object(
      {
        secret: eventsSecret,
        keepsOld: Type.Optional(
          Type.Boolean({ default: false, description: "Whether the one before it also verifies for another day." }),
        ),
      },
      { title: "SetOAuthAppEventsSecret", description: "The secret.", ...closed },
    ),
    success: {
      status: 200,
      description: "Where its events go.",
      schema: Type.Object(
        {
          provider: Slug,
          service_client_id,
          clientId,
          eventsPath: Type.String({
            maxLength: 2048,
            description: "Where the provider sends the app's events, below the server's public URL.",
          }),
          oldUntil: timeOrNull("Until when the secret before it also verifies; null if it doesn't."),
          version: Version,
        },
        { title: "OAuthAppEventsSecret", description: "A secret for events, without itself.", ...closed },
      ),
    },
  }),
  expectOAuthAppEventsSecret: adminOperation({
    ...common,
    id: "expectOAuthAppEventsSecret",
    method: "POST",
    path: `${one}:expect-events-secret`,
    summary: "Wait for an OAuth app's secret for events",
    description:
      "Some providers choose the secret and send it to the app's address, unsigned. For ten minutes from the first call, " +
      "svc takes such requests, and each call returns the secrets that came. Anyone can send one, so svc uses none: " +
      "enter them at the provider, and set the one that it accepts.",
    ...ofApp,
    success: {
      status: 200,
      description: "What came so far.",
      schema: Type.Object(
        {
          provider: Slug,
          service_client_id,
          clientId,
          eventsPath: Type.String({
            maxLength: 2048,
            description: "Where the provider sends the secret, below the server's public URL.",
          }),
          until: Type.String({ format: "date-time", description: "Until when such requests are taken." }),
          secrets: Type.Array(eventsSecret, { maxItems: 5, description: "What came, different ones, in order." }),
        },
        { title: "ExpectedOAuthAppEventsSecret", description: "The secrets that came.", ...closed },
      ),
    },
  }),
  checkOAuthAppEventsSecret: adminOperation({
    ...common,
    id: "checkOAuthAppEventsSecret",
    method: "POST",
    path: `${one}:check-events-secret`,
    summary: "Check an OAuth app's secret for events",
    description: "Says whether the newest stored secret for the app's events is this one.",
    ...ofApp,
    body: Type.Object(
      { secret: eventsSecret },
      { title: "CheckOAuthAppEventsSecret", description: "The secret to compare.", ...closed },
    ),
    success: { status: 200, description: "Whether it is the same.", schema: Checked },
    errors: [],
  }),
  checkOAuthAppSecret: adminOperation({
    ...common,
    id: "checkOAuthAppSecret",
    method: "POST",
    path: `${one}:check-secret`,
    summary: "Check an OAuth app's secret",
    description: "Says whether the stored secret is this one, so that a file can be compared without reading secrets.",
    ...ofApp,
    body: Type.Object({ secret }, { title: "CheckOAuthAppSecret", description: "The secret to compare.", ...closed }),
    success: {
      status: 200,
      description: "Whether it is the same.",
      schema: Checked,
    },
    errors: [],
  }),
} as const;
