/** Where a provider is from: the box, or a package or folder of `SVC_PROVIDERS`. */
export type ProviderSource =
  | { kind: "built_in" }
  | {
      kind: "loaded";
      /** As `SVC_PROVIDERS` names it. */
      given: string;
      /** The package's name and version. */
      name: string;
      version: string;
      /** SHA-256 over its files, in hexadecimal. */
      digest: string;
      folder: string;
    };
