/** The source of a provider: built in, or a package or folder from `SVC_PROVIDERS`. */
export type ProviderSource =
  | { kind: "built_in" }
  | {
      kind: "loaded";
      /** Its name in `SVC_PROVIDERS`. */
      given: string;
      /** The package's name and version. */
      name: string;
      version: string;
      /** SHA-256 over its files, in hexadecimal. */
      digest: string;
      folder: string;
    };
