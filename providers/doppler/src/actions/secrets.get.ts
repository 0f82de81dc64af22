/** `secrets.get`: reads the value of one secret. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { parseSecret, secretRequest, type SecretValue } from "../client.ts";
import { secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the value of one secret with its references resolved. `restricted` secrets can be read, too: Doppler hides them " +
    "from people, not from service tokens.",
  input: secretInput,
  example: { project: "harbor-api", config: "dev", name: "STRIPE_KEY" },
  async run(input, provider) {
    const { body } = await provider.read(secretRequest(input));
    return { name: input.name, computed: valueOf(parseSecret(body, input.name)) };
  },
});

/**
 * Returns the value, or throws for one of the four reasons for having none. For a missing name, Doppler answers 200 with
 * nulls; the visibilities distinguish that from a withheld value.
 * @throws ProviderFailure if the secret has no value.
 */
function valueOf(secret: SecretValue): string {
  if (secret.computed !== null) return secret.computed;
  if (secret.raw !== null) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail:
        "The secret exists, but Doppler can't resolve a reference in its value. Correct the reference in Doppler, or give " +
        "the token access to the referenced secret.",
    });
  }
  const visibilities = [secret.rawVisibility, secret.computedVisibility];
  if (visibilities.includes("restricted")) {
    throw new ProviderFailure({
      code: "PROVIDER_FORBIDDEN",
      detail: "The secret exists but is restricted: Doppler withholds its value from this connection's token.",
    });
  }
  if (visibilities.every((visibility) => visibility === null)) {
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The config has no secret with this name. List the names to check it.",
    });
  }
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "Doppler returned a visibility for the secret, but neither a value nor a reason.",
  });
}
