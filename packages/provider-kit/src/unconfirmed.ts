/** Facts that a generator guessed from an API's description, and that a person has to confirm. */

declare const guessed: unique symbol;

/** A guess. It isn't assignable to the fact, so a declaration with one doesn't compile. */
export type Unconfirmed<Guess> = { readonly [guessed]: Guess };

/**
 * Stands where a fact belongs until a person has read the API's documentation. To confirm a guess, replace the whole call by
 * the fact: `unconfirmed("read", "it is a GET")` by `"read"`.
 * @param why what the guess is based on, for the person who confirms it.
 * @throws RangeError always, so that a provider with a guess doesn't start where nothing checks types.
 */
export function unconfirmed<const Guess>(guess: Guess, why: string): Unconfirmed<Guess> {
  throw new RangeError(`The fact ${JSON.stringify(guess) ?? "(none)"} isn't confirmed (${why}).`);
}
