/** Action ids, with and without their provider. */
import { ArgumentError } from "./errors.ts";

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
