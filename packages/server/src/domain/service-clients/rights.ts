/**
 * The rights of a delegated token: the intersection of the service client's policy and every token in its chain,
 * computed at each use (contract §1.15). Pure.
 */
import { actionEffects, type CreateDelegatedToken } from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import { allows } from "./policy.ts";
import type { DelegatedTokenRow, Effect } from "./port.ts";
import type { TokenRights } from "../records/documents.ts";

/** The maximum number of tokens in a chain. */
export const chainLengthMax = 3;

/** An action of a loaded provider. */
export type KnownAction = { slug: string; actionId: string; effect: Effect };

export function knownActions(providers: readonly Provider[]): KnownAction[] {
  return providers.flatMap(({ slug, actions }) => actions.map(({ id, effect }) => ({ slug, actionId: id, effect })));
}

/** The rights of a token that isn't narrowed. */
export const allRights: TokenRights = {
  connections: null,
  actions: null,
  maxEffect: "destructive",
  maxExecutions: null,
  requireApproval: false,
};

/** Returns the rights that a request names, and `defaults` for the others. */
export function rightsOf(
  { connections, actions, maxEffect, maxExecutions, requireApproval }: Partial<TokenRights>,
  defaults: TokenRights,
): TokenRights {
  return {
    connections: connections ?? defaults.connections,
    actions: actions ?? defaults.actions,
    maxEffect: maxEffect ?? defaults.maxEffect,
    maxExecutions: maxExecutions ?? defaults.maxExecutions,
    requireApproval: requireApproval ?? defaults.requireApproval,
  };
}

/**
 * Returns the rights of a token for which its creator names none. Its parent's lists and budget apply to it anyway, at
 * each use.
 */
export function rightsBelow(parent: DelegatedTokenRow | null): TokenRights {
  if (parent === null) return allRights;
  const { maxEffect, requireApproval } = parent;
  return { ...allRights, maxEffect, requireApproval };
}

type Limits = Pick<TokenRights, "connections" | "actions" | "maxEffect">;

function isStronger(effect: Effect, limit: Effect): boolean {
  return actionEffects.indexOf(effect) > actionEffects.indexOf(limit);
}

/**
 * Returns the actions that the policy and every token in a chain allow; null if no token restricts them.
 * @param policy the service client's patterns. @param known every loaded action.
 */
export function narrowActions(
  policy: readonly string[],
  chain: readonly Limits[],
  known: () => readonly KnownAction[],
): readonly string[] | null {
  const strongest = actionEffects.at(-1);
  if (chain.every(({ actions, maxEffect }) => actions === null && maxEffect === strongest)) return null;
  return known()
    .filter(({ slug, actionId }) => allows(policy, slug, actionId))
    .filter(({ slug, actionId, effect }) =>
      chain.every(
        ({ actions, maxEffect }) =>
          (actions === null || allows(actions, slug, actionId)) && !isStronger(effect, maxEffect),
      ),
    )
    .map(({ slug, actionId }) => `${slug}/${actionId}`);
}

/** Returns the connections that every token in a chain allows; null if no token restricts them. */
export function narrowConnections(chain: readonly Limits[]): readonly string[] | null {
  return chain.reduce<readonly string[] | null>(
    (allowed, { connections }) =>
      connections === null ? allowed : connections.filter((id) => allowed?.includes(id) ?? true),
    null,
  );
}

/**
 * Whether every action that matches `pattern`, in this or a later version, matches one of `outer`.
 * @param pattern well-formed. @param outer patterns, null for all actions.
 */
export function isWithin(pattern: string, outer: readonly string[] | null): boolean {
  return (
    outer === null ||
    outer.some((one) => {
      if (one === "*/*" || one === pattern) return true;
      // `github/*` and `github/issues.*` cover everything that starts with `github/` and `github/issues.`.
      return one.endsWith("*") && pattern.startsWith(one.slice(0, -1));
    })
  );
}

/**
 * Describes why a token would be wider than its parent. Every ancestor is checked, because a parent inherits the limits
 * that it doesn't set.
 * @param chain the parent's ancestors and the parent, oldest first. @param remainingMs the parent's remaining lifetime.
 * @returns a sentence for the caller; null if it is narrower or equal.
 */
export function describeWidening(
  chain: readonly DelegatedTokenRow[],
  requested: CreateDelegatedToken,
  remainingMs: number,
): string | null {
  if (chain.length >= chainLengthMax) return `A chain has at most ${String(chainLengthMax)} tokens.`;
  if (requested.expiresIn !== undefined && requested.expiresIn * 1000 > remainingMs)
    return "It would outlive its parent.";
  return chain.reduce<string | null>((found, parent) => found ?? describeWiderThan(parent, requested), null);
}

function describeWiderThan(parent: DelegatedTokenRow, requested: CreateDelegatedToken): string | null {
  const { actions, maxEffect, maxExecutions, requireApproval, audience, subject, agent } = requested;
  if (actions?.some((pattern) => !isWithin(pattern, parent.actions))) return "`actions` goes beyond the parent's.";
  if (requireApproval === false && parent.requireApproval) return "The parent has `requireApproval`.";
  if (maxEffect !== undefined && isStronger(maxEffect, parent.maxEffect)) {
    return `\`maxEffect\` is stronger than the parent's, which is \`${parent.maxEffect}\`.`;
  }
  if (maxExecutions !== undefined && parent.maxExecutions !== null && maxExecutions > parent.maxExecutions) {
    return "`maxExecutions` is larger than the parent's.";
  }
  if (audience?.some((one) => !parent.audience.includes(one))) return "`audience` goes beyond the parent's.";
  if (subject !== undefined && parent.subject !== "" && subject !== parent.subject) {
    return "`subject` is a different person than the parent's.";
  }
  // The person who decides on a call sees this name.
  if (agent !== undefined && parent.agent !== "" && agent !== parent.agent) {
    return "`agent` is a different name than the parent's.";
  }
  return null;
}
