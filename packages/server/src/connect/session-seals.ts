/**
 * Connect sessions whose rows were not changed by anybody else. What a session was made with (whose it is, where it leads, what
 * it asks for, its token) is under a keyed hash, the seal. Who can write to the database can thus not have the credential
 * of another client's user end up in a tenant of their own: an altered session is as if it were not there.
 */
import type { KeyedHashes } from "../vault/port.ts";
import type { ConnectSessionRow, ConnectSessionStore } from "./port.ts";

/**
 * Wraps the store: what is made is sealed, what is found by itself is checked. Lists show rows as they are.
 * @param onAltered told the id of an altered session that was asked for.
 */
export function sealSessions(
  store: ConnectSessionStore,
  hashes: Pick<KeyedHashes, "hash" | "verify">,
  onAltered: (sessionId: string) => void,
): ConnectSessionStore {
  const checked = async (finding: Promise<ConnectSessionRow | null>): Promise<ConnectSessionRow | null> => {
    const session = await finding;
    if (session === null || isGenuine(hashes, session)) return session;
    onAltered(session.id);
    return null;
  };
  return {
    ...store,
    create: (session, ...others) => {
      const seal = hashes.hash("connect-session", sealedPart(session));
      return store.create({ ...session, seal }, ...others);
    },
    find: (...place) => checked(store.find(...place)),
    findById: (sessionId) => checked(store.findById(sessionId)),
    findByTokenHash: (tokenHash) => checked(store.findByTokenHash(tokenHash)),
    findBySecretHash: (secretHash) => checked(store.findBySecretHash(secretHash)),
  };
}

function isGenuine(hashes: Pick<KeyedHashes, "verify">, session: ConnectSessionRow): boolean {
  return hashes.verify("connect-session", sealedPart(session), session.seal);
}

/** The connection of a reconnect is known from the start; any other is made by the session. */
function sealedPart(session: ConnectSessionRow): string[] {
  return [
    session.id,
    session.clientId,
    session.tenantId,
    session.provider,
    session.authKind,
    session.allowedOrigin,
    session.returnUrl,
    session.completion,
    session.reconnect ? session.connectionId : "",
    session.tokenHash,
    String(session.createdAt),
    ...session.requestedActions,
  ];
}
