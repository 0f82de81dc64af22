/** The rules that a loaded provider breaks, one per line. It quotes no text from the provider's code. */
export class ProviderFault extends Error {
  /** @param given the package or folder, as named in the configuration. */
  constructor(given: string, ...rules: readonly string[]) {
    super(rules.map((rule) => `${given}: ${rule}.`).join("\n"));
    this.name = "ProviderFault";
  }
}
