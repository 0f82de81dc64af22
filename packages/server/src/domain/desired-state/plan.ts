/** What must change so that the deployment is as the file says. Pure. */
import type { OperatedServiceClient } from "@svc/contract";
import type { DesiredApp, DesiredClient, DesiredKey } from "./document.ts";
import type { Review } from "@svc/mcp-provider";
import { reviewChanges, type ResolvedProvider, type StoredProvider } from "./reviews.ts";
import {
  changedFields,
  desiredClientSettings,
  desiredKeySettings,
  storedClientSettings,
  storedKeySettings,
  type FieldChange,
} from "./settings.ts";

/** An OAuth app as stored. `serviceClient` is a name, "" if it is for all. */
export type StoredApp = {
  provider: string;
  serviceClient: string;
  serviceClientId: string;
  clientId: string;
  name: string;
  version: string;
  /** The version of the secret for its events; null if it has none. */
  eventsVersion: string | null;
};

/** A secret that the file refers to, and whether it is the stored one. */
export type ResolvedSecret = { resolved: string; isStored: boolean };

/** An OAuth app of the file, with its secret, and that for its events if the file has one. */
export type ResolvedApp = DesiredApp & ResolvedSecret & { events: ResolvedSecret | null };

/** The deployment: its service clients that aren't revoked, with their active keys, its OAuth apps and MCP servers. */
export type CurrentState = {
  serviceClients: readonly OperatedServiceClient[];
  oauthApps: readonly StoredApp[];
  providers: readonly StoredProvider[];
};

/** The file, with its secrets, and its reviews compared. */
export type ResolvedState = Pick<NamedState, "serviceClients"> & {
  oauthApps?: readonly ResolvedApp[];
  providers?: readonly ResolvedProvider[];
};

/** The file with its reviews, with or without its secrets. */
export type NamedState = {
  serviceClients?: readonly DesiredClient[];
  oauthApps?: readonly DesiredApp[];
  providers?: readonly { review: Review }[];
};

/**
 * One change. `fields` are those to print: none has a secret. `version` is what the plan was made from: with another one
 * the change isn't made.
 */
export type Change = { fields: readonly FieldChange[] } & (
  | { step: "create_client"; client: DesiredClient; firstKey: DesiredKey }
  | { step: "update_client"; client: DesiredClient; version: string }
  | { step: "revoke_client"; client: { name: string }; version: string }
  | { step: "create_key"; client: { name: string }; key: DesiredKey }
  | { step: "update_key"; client: { name: string }; key: DesiredKey; keyId: string; version: string }
  | { step: "revoke_key"; client: { name: string }; key: { name: string }; keyId: string; version: string }
  | { step: "set_app"; app: ResolvedApp; version: string | null }
  | { step: "set_events_secret"; app: ResolvedApp; secret: string; version: string | null }
  | { step: "remove_app"; app: StoredApp }
  | { step: "set_provider"; slug: string; review: Review; version: string | null }
  | { step: "remove_provider"; slug: string; version: string }
);

/** The changes in their order, and what only `prune` would remove. */
export type Plan = { changes: readonly Change[]; kept: readonly Change[] };

/** Something that the file says and that can't be, at a JSON pointer. */
export type PlanFault = { pointer: string; message: string };

/** @param prune whether to remove what the file doesn't have. */
export function planChanges(desired: ResolvedState, current: CurrentState, { prune }: { prune: boolean }): Plan {
  const clients = desired.serviceClients ?? [];
  const found = new Map(current.serviceClients.map((each) => [each.name, each]));
  const wanted = new Set(clients.map(({ name }) => name));
  // Policies and OAuth apps can name a provider that the file adds, and that it removes until they don't.
  const changes = (desired.providers ?? []).flatMap((provider) => providerChanges(provider, current.providers));
  changes.push(...clients.flatMap((client) => clientChanges(client, found.get(client.name))));
  const removals: Change[] = clients.flatMap((client) => keyRemovals(client, found.get(client.name)));
  const apps = desired.oauthApps ?? [];
  changes.push(...apps.flatMap((app) => appChanges(app, current.oauthApps)));
  if (desired.oauthApps !== undefined) {
    const isWanted = (app: StoredApp): boolean => apps.some((other) => isSameApp(other, app));
    removals.push(
      ...current.oauthApps
        .filter((app) => !isWanted(app))
        .map((app) => ({ step: "remove_app", app, fields: [] }) as const),
    );
  }
  if (desired.serviceClients !== undefined) {
    removals.push(
      ...current.serviceClients
        .filter(({ name }) => !wanted.has(name))
        .map((client) => ({ step: "revoke_client", client, version: client.version, fields: [] }) as const),
    );
  }
  if (desired.providers !== undefined) {
    const slugs = new Set(desired.providers.map(({ review }) => review.slug));
    removals.push(
      ...current.providers
        .filter(({ slug }) => !slugs.has(slug))
        .map(({ slug, version }) => ({ step: "remove_provider", slug, version, fields: [] }) as const),
    );
  }
  return prune ? { changes: [...changes, ...removals], kept: [] } : { changes, kept: removals };
}

/** Finds what can't be, whatever is stored: names that are there twice, keys that would be lost. */
export function planFaults(desired: NamedState, current: CurrentState): PlanFault[] {
  const { serviceClients = [], oauthApps = [], providers = [] } = desired;
  const stored = current.serviceClients.map(({ name }) => name);
  const clients = serviceClients.flatMap((client, at) => {
    const pointer = `/serviceClients/${at}`;
    const keys = client.keys ?? [];
    const known = current.serviceClients.find((each) => each.name === client.name);
    return [
      ...repeated(client, serviceClients.slice(0, at), {
        by: nameOf,
        pointer: `${pointer}/name`,
        message: "Another service client has this name.",
      }),
      ...(stored.filter((name) => name === client.name).length > 1
        ? [{ pointer: `${pointer}/name`, message: "Several service clients of this deployment have this name." }]
        : []),
      ...(known === undefined && keys.length === 0
        ? [{ pointer, message: "A new service client needs a key in `keys`, with a `keyFile` to write it to." }]
        : []),
      ...keys.flatMap((key, index) =>
        keyFaults(key, { earlier: keys.slice(0, index), pointer: `${pointer}/keys/${index}`, known }),
      ),
    ];
  });
  const names = new Set([...stored, ...serviceClients.map(({ name }) => name)]);
  const apps = oauthApps.flatMap((app, at) => {
    const pointer = `/oauthApps/${at}`;
    const isUnknown = app.serviceClient !== undefined && !names.has(app.serviceClient);
    return [
      ...repeated(app, oauthApps.slice(0, at), {
        by: appKey,
        pointer,
        message: "Another app is for the same provider and service client.",
      }),
      ...(isUnknown
        ? [{ pointer: `${pointer}/serviceClient`, message: "There is no service client of this name." }]
        : []),
    ];
  });
  const reviews = providers.map(({ review }) => review);
  const servers = providers.flatMap(({ review }, at) => {
    const pointer = `/providers/${at}/review`;
    const known = current.providers.find(({ slug }) => slug === review.slug);
    const isMoved = known !== undefined && known.url !== review.url;
    return [
      ...repeated(review, reviews.slice(0, at), {
        by: ({ slug }) => slug,
        pointer: `${pointer}/slug`,
        message: "Another MCP server has this slug.",
      }),
      ...(isMoved
        ? [
            {
              pointer: `${pointer}/url`,
              message: `The slug ${review.slug} and its connections belong to ${known.url}.`,
            },
          ]
        : []),
    ];
  });
  return [...clients, ...apps, ...servers];
}

function repeated<Item>(
  item: Item,
  earlier: readonly Item[],
  { by, pointer, message }: PlanFault & { by: (item: Item) => string },
): PlanFault[] {
  return earlier.some((other) => by(other) === by(item)) ? [{ pointer, message }] : [];
}

function keyFaults(
  key: DesiredKey,
  {
    earlier,
    pointer,
    known,
  }: { earlier: readonly DesiredKey[]; pointer: string; known: OperatedServiceClient | undefined },
): PlanFault[] {
  const isNew = !(known?.keys.some(({ name }) => name === key.name) ?? false);
  return [
    ...repeated(key, earlier, { by: nameOf, pointer: `${pointer}/name`, message: "Another key has this name." }),
    ...(isNew && key.keyFile === undefined
      ? [{ pointer, message: "A new key needs a `keyFile`: it is shown only once." }]
      : []),
    ...(key.tenants !== undefined && key.tenantLabel !== undefined
      ? [{ pointer, message: "Give `tenants` or `tenantLabel`, not both." }]
      : []),
  ];
}

function nameOf({ name }: { name: string }): string {
  return name;
}

function clientChanges(client: DesiredClient, known: OperatedServiceClient | undefined): Change[] {
  const settings = desiredClientSettings(client);
  const [first, ...others] = client.keys ?? [];
  if (known === undefined) {
    if (first === undefined) return [];
    const fields = changedFields(desiredClientSettings({ name: client.name }), settings);
    const ofKey = newKeyFields(first).map((change) => ({ ...change, field: `keys.${first.name}.${change.field}` }));
    const created: Change = { step: "create_client", client, firstKey: first, fields: [...fields, ...ofKey] };
    return [created, ...others.map((key) => newKey(client, key))];
  }
  const { version } = known;
  const fields = changedFields(storedClientSettings(known), settings);
  return [
    ...(fields.length === 0 ? [] : [{ step: "update_client", client, version, fields } as const]),
    ...(client.keys ?? []).flatMap((key) => {
      // Two of one name while a rotated key still works.
      const rows = known.keys.filter(({ name }) => name === key.name);
      if (rows.length === 0) return [newKey(client, key)];
      return rows.flatMap((row) => {
        const differing = changedFields(storedKeySettings(row), desiredKeySettings(key));
        return differing.length === 0
          ? []
          : [{ step: "update_key", client, key, keyId: row.id, version: row.version, fields: differing } as const];
      });
    }),
  ];
}

function newKey(client: DesiredClient, key: DesiredKey): Change {
  return { step: "create_key", client, key, fields: newKeyFields(key) };
}

function newKeyFields(key: DesiredKey): FieldChange[] {
  return changedFields(desiredKeySettings({ name: key.name }), desiredKeySettings(key));
}

function keyRemovals(client: DesiredClient, known: OperatedServiceClient | undefined): Change[] {
  const { keys } = client;
  if (keys === undefined || known === undefined) return [];
  return known.keys
    .filter((row) => !keys.some(({ name }) => name === row.name))
    .map((key) => ({ step: "revoke_key", client, key, keyId: key.id, version: key.version, fields: [] }));
}

function appChanges(app: ResolvedApp, stored: readonly StoredApp[]): Change[] {
  const known = stored.find((other) => isSameApp(app, other));
  const to = { clientId: app.clientId, name: app.name ?? "" };
  const from = known === undefined ? { clientId: "", name: "" } : { clientId: known.clientId, name: known.name };
  const isOtherSecret = known === undefined || !app.isStored;
  const fields = [
    ...changedFields(from, to),
    ...(isOtherSecret ? [{ field: "secret", from: known === undefined ? "" : "another one", to: app.secret }] : []),
  ];
  const changes: Change[] =
    fields.length === 0 ? [] : [{ step: "set_app", app, version: known?.version ?? null, fields }];
  return [...changes, ...eventsSecretChanges(app, known)];
}

function eventsSecretChanges(app: ResolvedApp, known: StoredApp | undefined): Change[] {
  const { events, eventsSecret: to } = app;
  // The secret goes with an app that is replaced.
  const version = known?.clientId === app.clientId ? known.eventsVersion : null;
  if (events === null || (version !== null && events.isStored)) return [];
  const fields = [{ field: "eventsSecret", from: version === null ? "" : "another one", to }];
  return [{ step: "set_events_secret", app, secret: events.resolved, version, fields }];
}

function providerChanges({ review, digest, stored }: ResolvedProvider, current: readonly StoredProvider[]): Change[] {
  const { slug } = review;
  const known = current.find((each) => each.slug === slug);
  if (known?.digest === digest) return [];
  const fields = reviewChanges(stored, review);
  return [{ step: "set_provider", slug, review, version: known?.version ?? null, fields }];
}

/** Whether an app of the file is for the same provider and service client as a stored one. */
export function isSameApp(app: DesiredApp, stored: StoredApp): boolean {
  return appKey(app) === `${stored.provider} ${stored.serviceClient}`;
}

function appKey({ provider, serviceClient = "" }: DesiredApp): string {
  return `${provider} ${serviceClient}`;
}
