/** The lookup of a connection's own token: it alone says on every server whether a refused token is dead. */
import { ProviderFailure, type Action, type ReadPort, type ProviderRequest } from "@svc/provider-kit";
import { appRoleKind } from "./client.ts";
import { dead, isUnclear } from "./errors.ts";

/** Looks up the token that sends the request. The response repeats the token, which isn't kept. */
export const lookupSelf: ProviderRequest = {
  method: "GET",
  path: ["v1", "auth", "token", "lookup-self"],
  responseBody: {
    keep: ["policies", "type", "num_uses", "namespace_path", "expire_time"].map((name) => `data.${name}`),
  },
};

/**
 * Returns an action that looks its token up if a refusal leaves open whether the token is dead. It doesn't look up the
 * token of a login, because svc has just got it.
 */
export function tellingDeadToken(action: Action): Action {
  return {
    ...action,
    async run(input, provider) {
      try {
        return await action.run(input, provider);
      } catch (failure) {
        if (!(failure instanceof ProviderFailure) || !isUnclear(failure.refusal)) throw failure;
        if (provider.credentialKind === appRoleKind || !(await isDead(provider))) throw failure;
        throw new ProviderFailure(dead);
      }
    },
  };
}

/** Returns whether the token can't look itself up, which every token could when it was connected. */
async function isDead(provider: ReadPort): Promise<boolean> {
  try {
    return (await provider.read(lookupSelf, { accept: [200, 403] })).status === 403;
  } catch {
    // Without a response, the first refusal counts.
    return false;
  }
}
