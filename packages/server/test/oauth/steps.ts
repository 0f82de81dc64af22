/** Steps that the tests of the way to a provider share. */
import assert from "node:assert/strict";
import type { OAuthCredential } from "@svc/provider-kit";
import { vaultPlace } from "../../src/connect/completion.ts";
import { createCredentials } from "../../src/connections/credentials.ts";
import type { OpenSession, World } from "./world.ts";

/** A session whose user has agreed, in a browser, up to the provider's page. */
export async function atProvider(world: World, input: Parameters<World["open"]>[0] = {}) {
  const session = await world.open(input);
  const browser = world.browser();
  const address = await world.authorize(session);
  return { session, browser, address, location: await browser.consent(address) };
}

/** Goes to the provider and back; gives the page or redirect at the end. */
export async function throughProvider(world: World, session: OpenSession) {
  const browser = world.browser();
  const location = await browser.consent(await world.authorize(session));
  return browser.go(world.server.agree(location));
}

/** A connection made by its user. */
export async function connected(world: World, input: Parameters<World["open"]>[0] = {}): Promise<string> {
  const back = await throughProvider(world, await world.open(input));
  assert.match(back.location, /status=completed/);
  const [{ id } = { id: "" }] = await world.connections();
  return String(id);
}

/** What the vault holds for a connection. */
export async function held(world: World, connectionId: string): Promise<OAuthCredential> {
  const { clientId, tenantId } = world.owner;
  const { store, vault } = world.deployment;
  const found = await store.connections.findWithCredential(clientId, tenantId, connectionId);
  assert.ok(found?.record);
  const place = vaultPlace(found.connection, "credential");
  return (await createCredentials(vault).open(place, found.record)) as OAuthCredential;
}

/** What a renewal does beside the sessions: the credential is one version later. */
export async function renew(world: World, connectionId: string): Promise<void> {
  const { clientId, tenantId } = world.owner;
  const { store, vault } = world.deployment;
  const row = await store.connections.find(clientId, tenantId, connectionId);
  assert.ok(row);
  const version = row.credentialVersion;
  const place = vaultPlace({ ...row, credentialVersion: version + 1 }, "credential");
  const record = await createCredentials(vault).seal(place, { accessToken: "renewed" });
  const refreshes = store.credentialRefreshes;
  const taken = await refreshes.take({ clientId, tenantId, connectionId }, version, "test", 1000);
  assert.ok(taken?.fence);
  const lease = { connectionId, holder: "test", fence: taken.fence };
  assert.equal(
    await refreshes.store(lease, version, { record, grantedScopes: row.grantedScopes, at: Date.now() }),
    true,
  );
}
