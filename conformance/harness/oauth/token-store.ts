/** The authorization server's storage: an in-memory adapter for oidc-provider. */

interface Payload {
  readonly grantId?: string;
  readonly uid?: string;
  consumed?: number;
}

/** Creates one store with an adapter per model. @returns oidc-provider's `adapter` setting. */
export function createTokenStore(): (kind: string) => unknown {
  const stored = new Map<string, Payload>();
  return (kind) => {
    const keyOf = (id: string): string => `${kind}:${id}`;
    return {
      async upsert(id: string, payload: Payload) {
        stored.set(keyOf(id), payload);
      },
      async find(id: string) {
        return stored.get(keyOf(id));
      },
      async findByUid(uid: string) {
        return [...stored].find(([key, payload]) => key.startsWith(`${kind}:`) && payload.uid === uid)?.[1];
      },
      async consume(id: string) {
        const payload = stored.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id: string) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId: string) {
        for (const [key, payload] of stored) {
          if (key.startsWith(`${kind}:`) && payload.grantId === grantId) stored.delete(key);
        }
      },
    };
  };
}
