/** Why a provider that isn't in the box can't be used, in a line for each rule. It quotes nothing that the provider's code says. */
export class ProviderFault extends Error {
  /** @param given the package or folder as it was named. */
  constructor(given: string, ...rules: readonly string[]) {
    super(rules.map((rule) => `${given}: ${rule}.`).join("\n"));
    this.name = "ProviderFault";
  }
}
