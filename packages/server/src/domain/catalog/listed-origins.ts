/**
 * The operator's list of origins for self-hosted products. Callers and end users choose one by its name. A connection
 * stores name and address together and seals them into its credential, so changing the list can't redirect it.
 */
import { ServiceError } from "@svc/contract";
import { originField, type Provider } from "@svc/provider-kit";

/** A name and its origin: scheme, host and port. */
export type ListedOrigin = { name: string; address: string };

/** The operator's list. */
export type ListedOrigins = {
  /** Returns the names that a user can choose from; none for a provider whose origin is fixed. */
  namesOf(provider: Pick<Provider, "slug" | "isSelfHosted">): string[];
  /**
   * Returns the origin named in a credential, in a connection's stored form; "" for a provider whose origin is fixed.
   * @throws ServiceError CREDENTIAL_INVALID for a name that isn't listed.
   */
  choose(provider: Pick<Provider, "slug" | "isSelfHosted">, credential: unknown): string;
  /** Whether a connection's origin is still listed, under the same name and with the same address. */
  isListed(provider: Pick<Provider, "slug" | "isSelfHosted">, listedOrigin: string): boolean;
};

/** The error detail for a connection whose origin is no longer listed. */
export const unlistedDetail =
  "The operator no longer lists the server of this connection, or lists it with another address, so nothing was sent. The end user can reconnect in a Connect session created with this connection_id, or the operator can list it again.";

/** Returns the name of the environment variable with a provider's list. */
export function originsVariable(slug: string): string {
  return `SVC_${slug.toUpperCase().replaceAll("-", "_")}_ORIGINS`;
}

/** Returns the stored form of an origin. */
export function toListedText({ name, address }: ListedOrigin): string {
  return `${name} ${address}`;
}

/** Returns the name from the stored form; null if the origin is fixed. */
export function nameOfListed(listedOrigin: string): string | null {
  return listedOrigin === "" ? null : (listedOrigin.split(" ", 1)[0] ?? null);
}

/** Returns the address from the stored form; null if the origin is fixed. */
export function addressOfListed(listedOrigin: string | undefined): string | null {
  return listedOrigin?.split(" ", 2)[1] ?? null;
}

/** Creates the list. @param list the listed origins, by provider. */
export function createListedOrigins(list: ReadonlyMap<string, readonly ListedOrigin[]>): ListedOrigins {
  const originsOf = ({ slug, isSelfHosted }: Pick<Provider, "slug" | "isSelfHosted">): readonly ListedOrigin[] =>
    isSelfHosted === true ? (list.get(slug) ?? []) : [];
  return {
    namesOf: (provider) => originsOf(provider).map(({ name }) => name),
    choose(provider, credential) {
      if (provider.isSelfHosted !== true) return "";
      const chosen = (Object(credential) as Readonly<Record<string, unknown>>)[originField];
      const known = originsOf(provider);
      const origin = known.find(({ name }) => name === chosen);
      if (origin !== undefined) return toListedText(origin);
      const names = known.map(({ name }) => name).join(", ");
      const message = `Must be the name of a server that the operator lists: ${names}.`;
      throw new ServiceError("CREDENTIAL_INVALID", {
        errors: [{ pointer: `/${originField}`, keyword: "enum", message }],
      });
    },
    isListed: (provider, listedOrigin) =>
      provider.isSelfHosted === true
        ? originsOf(provider).some((origin) => toListedText(origin) === listedOrigin)
        : listedOrigin === "",
  };
}
