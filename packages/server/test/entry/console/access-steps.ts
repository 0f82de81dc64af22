/** Steps of the tests of access to the console. */
import { request } from "node:http";
import { crc32 } from "node:zlib";
import type { Fixture } from "./fixture.ts";
import type { Visitor } from "./visitor.ts";

/** Returns one of the console's paths with the fixture's ids. */
export function pathOf({ seeded, tokenId: operator }: Fixture, path: string): string {
  const {
    clientId: client,
    keyId: key,
    tenantId,
    connectionId,
    unknownId,
    endpointId,
    tokenId: token,
    proposalId: proposal,
    sessionId: session,
    eventId: entry,
  } = seeded;
  const ids = {
    token,
    proposal,
    client,
    chain: client,
    operator,
    entry,
    session,
    key,
    tenant: tenantId,
    connection: connectionId,
    execution: unknownId,
    endpoint: endpointId,
    slug: "notes",
  };
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name as keyof typeof ids]);
}

/** Whether a visitor is signed in. */
export async function isIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get("/tenants")).status === 200;
}

/** Returns the type and actor of each audited event. */
export async function auditedTypes({ seeded, deployment }: Fixture): Promise<string[]> {
  const filter = { type: null, tenantId: null, subject: null, beforeSeq: null, limit: 100 };
  const chains = [seeded.clientId, ""].map((id) => deployment.store.audit.list(id, filter));
  return (await Promise.all(chains)).flatMap(({ rows }) => rows.map(({ type, actor }) => `${type} ${actor}`));
}

/** Returns a token with the same id and another secret, whose checksum is right. */
export function forged(token: string): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const body = token.slice(0, -7) + (token.at(-7) === "A" ? "B" : "A");
  let rest = crc32(body);
  let digits = "";
  while (digits.length < 6) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return body + digits;
}

/** Submits a form with these headers, of which one can be there twice; returns the status. */
export function statusOfForm(
  fixture: Fixture,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
): Promise<number> {
  const { hostname, port } = new URL(fixture.origin);
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const sent = Object.fromEntries(
    Object.entries({ ...type, ...headers }).map(([name, value]) => [
      name,
      typeof value === "string" ? value : [...value],
    ]),
  );
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method: "POST", headers: sent }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", reject).end("confirm=yes");
  });
}

/** Requests the first page under a host name; returns the status. */
export function statusUnder(fixture: Fixture, host: string, cookie: string): Promise<number> {
  const { hostname, port } = new URL(fixture.origin);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: "/", headers: { host, cookie } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", reject).end();
  });
}
