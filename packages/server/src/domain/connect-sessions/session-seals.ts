/**
 * Detects Connect sessions whose rows were tampered with. A keyed hash, the seal, protects a session's initial values:
 * its owner, URLs, actions and token. An altered session is treated as missing, so someone who can write to the
 * database can't redirect a credential from another client's user to their own tenant.
 */
import type { KeyedHashes } from "../vault/port.ts";
import type { ConnectSessionRow, ConnectSessionStore } from "./port.ts";

/**
 * Wraps the store: seals new sessions, and checks each session that is found on its own. Rows in lists are not checked.
 * @param onAltered called with the id of an altered session that was requested.
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
    find: (...args) => checked(store.find(...args)),
    findById: (sessionId) => checked(store.findById(sessionId)),
    findByTokenHash: (tokenHash) => checked(store.findByTokenHash(tokenHash)),
    findBySecretHash: (secretHash) => checked(store.findBySecretHash(secretHash)),
  };
}

function isGenuine(hashes: Pick<KeyedHashes, "verify">, session: ConnectSessionRow): boolean {
  return hashes.verify("connect-session", sealedPart(session), session.seal);
}

/** Returns the sealed values. They include the connection only for a reconnect, since otherwise it isn't known yet. */
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
    // No action has an empty id.
    "",
    ...session.requestedEvents,
  ];
}
