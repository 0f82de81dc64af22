/** How the provider says no: a status and `messages` that echo what the caller sent. */

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

/** Refuses a secret's name that breaks the charset or the length of 200, before anything is looked up. */
export function checkSecretName(name: unknown): string {
  if (typeof name !== "string" || name === "") throw new Refusal(400, "You must specify a name");
  if (!namePattern.test(name)) {
    throw new Refusal(400, `Secret name "${name}" may only contain uppercase letters, numbers, and underscores.`);
  }
  return name;
}
