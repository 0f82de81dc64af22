/**
 * Facts that a description doesn't contain: five that a person confirms. Each is a guess in the code, with its basis,
 * and the code doesn't compile until the guess is replaced with the fact.
 */
import { stringCode } from "./code-names.ts";
import type { Description } from "./description.ts";
import type { InputField } from "./input-code.ts";
import type { Operation } from "./operation.ts";
import { soundsSecret } from "./output-code.ts";
import { objectsIn, schemaFacts } from "./schema-facts.ts";

/** An action's guesses, as code. */
export interface Guesses {
  readonly effect: string;
  readonly idempotency: string;
  readonly sensitiveOutput: string;
  /** Whether its output seems to have secrets. */
  readonly isSensitive: boolean;
  /** The statuses that prove the change, and the evidence for it; null for a read. */
  readonly accept: string | null;
  readonly evidence: string | null;
}

/** Guesses the facts of an action. */
export function guessesOf(description: Description, operation: Operation, fields: readonly InputField[]): Guesses {
  const { method, statuses } = operation;
  const effect = method === "GET" ? "read" : method === "DELETE" ? "destructive" : "write";
  const idempotency = method === "GET" ? "safe" : method === "PUT" || method === "DELETE" ? "idempotent" : "unsafe";
  const { response } = operation;
  const secrets = response.kind === "json" ? secretNames(description, response.schema) : [];
  const isChange = method !== "GET";
  const accepted = statuses.length === 0 ? [200] : statuses;
  const chosen = fields.filter(
    ({ to, name }) => to === "body" && /^(?:id|externalId|idempotencyKey|requestId|clientToken)$/.test(name),
  );
  const [key] = chosen;
  return {
    isSensitive: secrets.length > 0,
    effect: guess(JSON.stringify(effect), `it is a ${method}`),
    idempotency: guess(
      JSON.stringify(idempotency),
      isChange ? `it is a ${method}: what happens if it is sent twice?` : "reads are safe",
    ),
    sensitiveOutput: guess(
      String(secrets.length > 0),
      secrets.length > 0
        ? `these sound like secrets: ${secrets.join(", ")}. Others are marked with secret(…), and what records keep with recorded(…)`
        : "no field's name sounds like a secret",
    ),
    accept: isChange
      ? guess(
          `[${accepted.join(", ")}]`,
          `the description has ${statuses.length === 0 ? "no success" : "these"}: which of them prove that it happened?`,
        )
      : null,
    evidence: isChange
      ? guess(
          "null",
          key === undefined
            ? "which read proves that a lost request took effect? Remove this line if none does"
            : `${key.from} may be an id that we choose: then a read by it is exact`,
        )
      : null,
  };
}

function guess(code: string, why: string): string {
  return `unconfirmed(${code}, ${stringCode(why)})`;
}

/** Names in the response that sound like a secret. */
function secretNames(description: Description, schema: unknown, depth = 0): string[] {
  if (schema === undefined || depth > 4) return [];
  const given = schemaFacts(description, schema);
  const { kind, node, properties } = objectsIn(given) ?? given;
  if (kind === "array") return secretNames(description, node["items"], depth + 1);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const facts = schemaFacts(description, inner);
    return soundsSecret(name, facts) ? [name] : secretNames(description, inner, depth + 1);
  });
}
