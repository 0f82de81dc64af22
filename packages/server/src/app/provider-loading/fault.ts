/** Why a provider that isn't in the box can't be used, in one line. It quotes nothing that the provider's code says. */
export class ProviderFault extends Error {
  /** @param given the package or folder as it was named. */
  constructor(given: string, rule: string) {
    super(`${given}: ${rule}.`);
    this.name = "ProviderFault";
  }
}
