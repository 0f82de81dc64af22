/** Operator tokens for the command line: create, list, revoke. A token is shown once. */
import { isName, ServiceError, type IdPrefix } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { dayMs } from "../clock/units.ts";
import type { Actor } from "../journal/port.ts";
import { unlessStale } from "../versions/version.ts";
import type { OperatorSecrets, OperatorStore, OperatorTokenRow } from "./port.ts";
import type { OperatorRole } from "./roles.ts";

/**
 * The operations on tokens. With another version than the expected one, they throw ServiceError PRECONDITION_FAILED.
 */
export type OperatorTokens = {
  /**
   * @param options.expiresInDays 1 to 3650; null for a token that never expires.
   * @throws ServiceError INVALID_REQUEST.
   */
  create(options: {
    name: string;
    role: OperatorRole;
    expiresInDays: number | null;
  }): Promise<{ token: OperatorTokenRow; secret: string }>;
  list(): Promise<OperatorTokenRow[]>;
  /** Gives a token another role, which its sessions have at once. @param token as for `revoke`. */
  setRole(token: string, role: OperatorRole, expectedVersion?: string): Promise<{ id: string; role: OperatorRole }>;
  /**
   * @param token the public id, or the name of exactly one active token. @throws ServiceError NOT_FOUND,
   * INVALID_REQUEST.
   */
  revoke(token: string, expectedVersion?: string): Promise<{ id: string }>;
};

/** Dependencies of the operations. */
export type OperatorTokenDeps = {
  store: OperatorStore;
  secrets: OperatorSecrets;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** The actor for the audit trail: `operator` on the command line by default. */
  actor?: Actor;
};

const notFoundDetail = "No active operator token has this id or name. List the tokens.";
const nameLengthMax = 100;
const daysMax = 3650;
const pageRows = 100;

/** Creates the operations. */
export function createOperatorTokens(deps: Omit<OperatorTokenDeps, "newId">): OperatorTokens {
  const { store, secrets, platform, actor = "operator" } = deps;
  const list = async (): Promise<OperatorTokenRow[]> => {
    const tokens: OperatorTokenRow[] = [];
    for (;;) {
      const { rows, more } = await store.list({ after: tokens.at(-1) ?? null, limit: pageRows });
      tokens.push(...rows);
      if (!more) return tokens;
    }
  };
  const find = async (idOrName: string): Promise<OperatorTokenRow> => {
    const active = (await list()).filter((token) => isActive(token, platform.nowMs()));
    const matching = active.filter(({ id, name }) => id === idOrName || name === idOrName);
    const [found, ...others] = matching;
    if (found === undefined) throw new ServiceError("NOT_FOUND", { detail: notFoundDetail });
    if (others.length > 0) {
      const ids = matching.map(({ id }) => id).join(", ");
      throw new ServiceError("INVALID_REQUEST", { detail: `Several active tokens have this name; use an id: ${ids}.` });
    }
    return found;
  };
  return {
    async create({ name, role, expiresInDays }) {
      checkToken(name, expiresInDays);
      const { id, token: secret } = secrets.makeToken();
      const createdAt = platform.nowMs();
      const expiresAt = expiresInDays === null ? null : createdAt + expiresInDays * dayMs;
      const hash = secrets.hash("operator-token", secret);
      const token = { id, name, role, hash, createdAt, expiresAt, revokedAt: null, lastUsedAt: null };
      await store.create(token, actor);
      return { token, secret };
    },
    list,
    async setRole(idOrName, role, expectedVersion) {
      const { id } = await find(idOrName);
      const isChanged = unlessStale(await store.setRole(id, role, actor, expectedVersion));
      if (!isChanged) throw new ServiceError("NOT_FOUND", { detail: notFoundDetail });
      return { id, role };
    },
    async revoke(idOrName, expectedVersion) {
      const { id } = await find(idOrName);
      unlessStale(await store.revoke(id, platform.nowMs(), actor, expectedVersion));
      return { id };
    },
  };
}

/** Whether a token can be used to sign in at a time, in milliseconds since the epoch. */
export function isActive(token: Pick<OperatorTokenRow, "revokedAt" | "expiresAt">, nowMs: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > nowMs);
}

/** Returns a token's form for listings, without its secret. */
export function maskToken(id: string): string {
  return `sop_${id}…`;
}

function checkToken(name: string, expiresInDays: number | null): void {
  if (!isName(name) || name.trim() !== name || name.length > nameLengthMax) {
    const detail = `A name is 1–${nameLengthMax} printable characters, without leading or trailing spaces.`;
    throw new ServiceError("INVALID_REQUEST", { detail });
  }
  const isWhole = expiresInDays === null || (Number.isInteger(expiresInDays) && expiresInDays >= 1);
  if (!isWhole || (expiresInDays ?? 0) > daysMax) {
    throw new ServiceError("INVALID_REQUEST", { detail: `A token must expire in 1 to ${daysMax} days, or never.` });
  }
}
