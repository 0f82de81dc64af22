/**
 * Stripe's only scopes are `read_only` and `read_write`. Only extensions may ask for `read_only`, and no new ones can be
 * registered, so everything needs `read_write`: https://docs.stripe.com/connect/oauth-changes-for-standard-platforms,
 * https://docs.stripe.com/building-extensions
 */

/** The scope that every connection has. */
export const access: readonly string[] = ["read_write"];

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  read_write: "See and change everything in your Stripe account",
};

/** Scopes that allow more than the actions that require them. */
export const broadScopes: readonly string[] = ["read_write"];
