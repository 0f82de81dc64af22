/** Harbor's demo users, and the cookie that says who is signed in. Replace this file with your own sign-in. */
import { createHash, randomBytes } from "node:crypto";
import { ConflictError, type ServiceClient } from "@svc/sdk";
import type { Records } from "./records.ts";

/** A user. `externalId` is the company's id in svc. */
export type User = { id: string; name: string; company: string; externalId: string };

/** Two customers, to show that their data is separate. */
export const demoUsers: readonly User[] = [
  { id: "ada", name: "Ada Moreno", company: "Acme Bakery", externalId: "acme-bakery" },
  { id: "grace", name: "Grace Lin", company: "Northwind Freight", externalId: "northwind-freight" },
];

const lifetimeSeconds = 7 * 24 * 3600;

/** The name of the cookie. Over https its prefix binds it to this host. */
export function cookieName(isHttps: boolean): string {
  return isHttps ? "__Host-harbor" : "harbor";
}

/** Signs a user in, with a new cookie and a new CSRF token. @returns the `set-cookie` header. */
export function signIn(records: Records, userId: string, isHttps: boolean, now: number): string {
  const sid = randomBytes(32).toString("base64url");
  const csrf = randomBytes(32).toString("base64url");
  records.signIn(hashOf(sid), { userId, csrf }, now + lifetimeSeconds * 1000);
  return `${cookieName(isHttps)}=${sid}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

/** Returns the cookie's user; null if it is unknown or has expired. */
export function signedIn(records: Records, sid: string, now: number): { user: User; csrf: string } | null {
  const found = sid === "" ? undefined : records.signInOf(hashOf(sid), now);
  const user = demoUsers.find(({ id }) => id === found?.userId);
  return found === undefined || user === undefined ? null : { user, csrf: found.csrf };
}

/** Signs a user out. @returns the `set-cookie` header. */
export function signOut(records: Records, sid: string, isHttps: boolean): string {
  records.signOut(hashOf(sid));
  return `${cookieName(isHttps)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

/** Returns the id of the user's tenant, which is created the first time. */
export async function tenantIdOf(client: ServiceClient, records: Records, user: User): Promise<string> {
  const known = records.tenantOf(user.id);
  if (known !== null) return known;
  const tenantId = await client.tenants.create({ externalId: user.externalId, displayName: user.company }).then(
    ({ id }) => id,
    (error: unknown) => {
      // Another process, or an earlier installation, created it.
      if (error instanceof ConflictError && error.tenantId !== null) return error.tenantId;
      throw error;
    },
  );
  records.saveTenant(user.id, tenantId);
  return tenantId;
}

/** Only the hash is stored, so a reader of the database can't sign in with it. */
function hashOf(sid: string): string {
  return createHash("sha256").update(sid).digest("base64url");
}
