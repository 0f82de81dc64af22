/** The provider's refusals: a status and `messages` that quote the input. */

/** Thrown by the simulator's own code and answered as `{messages: [message], success: false}`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const namePattern = /^[A-Z_][A-Z0-9_]{0,199}$/;

/** Rejects a secret's name with an invalid charset or more than 200 characters, before any lookup. */
export function checkSecretName(name: unknown): string {
  if (typeof name !== "string" || name === "") throw new Refusal(400, "You must specify a name");
  if (!namePattern.test(name)) {
    throw new Refusal(400, `Secret name "${name}" may only contain uppercase letters, numbers, and underscores.`);
  }
  return name;
}
