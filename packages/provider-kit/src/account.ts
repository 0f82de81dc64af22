/** The account at a provider that a credential belongs to. */

/** All that is kept of it outside the vault. `slug` identifies it for good; `name` is what people call it. */
export type ProviderAccount = { slug: string; name: string };
