/** Facts that a generator guessed from an API description and that a person has to confirm. */

/** A guess. Nothing accepts it in place of a fact, so a declaration with a guess doesn't compile. */
export type Unconfirmed = unknown;

/**
 * Takes the place of a fact until a person has read the API's documentation. To confirm a guess, replace the whole call
 * with the fact: `unconfirmed("read", "it is a GET")` with `"read"`.
 * @param why what the guess is based on, for the person who confirms it.
 * @throws RangeError always, so that a provider with a guess doesn't start even if its types aren't checked.
 */
export function unconfirmed(guess: unknown, why: string): Unconfirmed {
  throw new RangeError(`The fact ${JSON.stringify(guess) ?? "(none)"} isn't confirmed (${why}).`);
}
