/** Action ids, with and without their provider. */
import { ArgumentError } from "./errors.ts";
import { filterList, type List } from "./listing.ts";

/** An action id in its two parts; `provider` is null if the id doesn't name one. */
export type SplitActionId = { provider: string | null; id: string };

/** Splits `doppler/secrets.get` into provider and id. */
export function splitActionId(text: string): SplitActionId {
  const slash = text.indexOf("/");
  return slash < 0 ? { provider: null, id: text } : { provider: text.slice(0, slash), id: text.slice(slash + 1) };
}

/**
 * Returns the id without its provider, as the API expects it.
 *
 * @param provider the connection's provider.
 * @throws ArgumentError if the id names another provider.
 */
export function bareActionId(provider: string, text: string): string {
  const split = splitActionId(text);
  if (split.provider !== null && split.provider !== provider) {
    throw new ArgumentError(
      "ACTION_NOT_FOUND",
      `${text} is not an action of ${provider}, which this call is for. Nothing was sent.`,
    );
  }
  return split.id;
}

/** Removes the provider from the ids of the requested actions. @throws ArgumentError if one names another provider. */
export function withBareActions<Body extends { provider: string; requestedActions?: string[] }>(body: Body): Body {
  const { provider, requestedActions } = body;
  if (requestedActions === undefined) return body;
  return { ...body, requestedActions: requestedActions.map((id) => bareActionId(provider, id)) };
}

/**
 * Lists what belongs to an action, without the provider in its id. If the id names a provider, each page keeps only
 * that provider's items.
 */
export function ofAction<Query extends { action_id?: string }, Item extends { provider: string }>(
  query: Query,
  list: (query: Query) => List<Item>,
): List<Item> {
  if (query.action_id === undefined) return list(query);
  const { provider, id } = splitActionId(query.action_id);
  return filterList(list({ ...query, action_id: id }), (item) => provider === null || item.provider === provider);
}
