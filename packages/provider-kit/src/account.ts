/** The account at a provider that a credential belongs to. */

/** All that is stored about the account outside the vault. `slug` identifies it permanently; `name` is for display. */
export type ProviderAccount = { slug: string; name: string };
