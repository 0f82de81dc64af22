/**
 * Finds secrets in a provider's response. Accounts, request ids and scopes are stored and shown in plain text, so they
 * must not contain part of a secret. A provider that echoes one is faulty, or its error pages quote the request.
 */
import { dropUnrecorded } from "@svc/contract";
import type { Action, ProviderAuth } from "@svc/provider-kit";
import { strategyFor } from "../auth-kinds/table.ts";
import { unrecordedTexts, textsIn } from "../schemas/compile.ts";

/** A text that shares this many consecutive characters with a secret is an echo of it. */
const runLength = 8;
/**
 * The shortest secret to search for. Anything shorter would match half of all texts. A secret shorter than
 * {@link runLength} is searched for as a whole.
 */
const shortest = 4;
/** If the part of a token after its last dot is at least this long, it is the random part; a prefix precedes it. */
const randomPartMin = 20;

/**
 * Whether a text contains part of one of the secrets, ignoring case: eight consecutive characters, or a shorter secret
 * as a whole. The running time grows with the product of both lengths, so limit the text's length.
 */
export function echoes(secrets: readonly string[], text: string): boolean {
  const lower = text.toLowerCase();
  return secrets.some((secret) => {
    const sought = secret.toLowerCase();
    if (sought.length < runLength) return sought.length >= shortest && lower.includes(sought);
    for (let at = 0; at + runLength <= lower.length; at += 1) {
      if (sought.includes(lower.slice(at, at + runLength))) return true;
    }
    return false;
  });
}

/**
 * Returns the secret texts of a credential, plain and as encoded in its headers. For a token with dots, returns its
 * random part.
 * @param headers the headers that contain it. Their other content, such as `Bearer` or an API version, is not secret.
 */
export function secretsOf(
  auth: ProviderAuth,
  credential: unknown,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const secrets = strategyFor(auth.kind)
    .secretTexts(auth, credential)
    .map(randomPart)
    .filter((text) => text.length >= shortest);
  const parts = Object.values(headers).flatMap((value) => value.split(/\s+/));
  const encoded = parts.filter((part) => {
    const decoded = Buffer.from(part, "base64").toString("utf8");
    return secrets.some((secret) => decoded.includes(secret));
  });
  return [...secrets, ...encoded];
}

/**
 * Returns the random part of a token. In `dp.st.personal.…` it follows the name of a config, which may be in an
 * account.
 */
export function randomPart(secret: string): string {
  const last = secret.slice(secret.lastIndexOf(".") + 1);
  return last.length >= randomPartMin ? last : secret;
}

/** Whether a provider's request id is text from the call itself, or contains part of a secret in it. */
export function echoesCall(
  requestId: string | null,
  action: Pick<Action, "input" | "output" | "sensitiveOutput">,
  call: { input: unknown; output: unknown },
): boolean {
  if (requestId === null) return false;
  if (JSON.stringify([call.input, call.output]).includes(requestId)) return true;
  const secrets = unrecordedTexts(action.input, call.input);
  if (action.sensitiveOutput) secrets.push(...unrecordedTexts(action.output, call.output));
  return echoes(secrets, requestId);
}

/**
 * Replaces each text of an output that contains a whole secret with `[withheld]`, except in fields that the schema
 * marks as sensitive: the credential itself may be stored at the provider and be requested.
 */
export function withoutSecrets(schema: object, output: unknown, secrets: readonly string[]): unknown {
  const holdsSecret = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  // A fast path for nearly every output. A text that JSON has to escape is not a token.
  if (output === undefined || !holdsSecret(JSON.stringify(output))) return output;
  const echoing = new Set(textsIn(dropUnrecorded(schema, output)).filter(holdsSecret));
  return echoing.size === 0 ? output : replaced(output, echoing);
}

function replaced(value: unknown, texts: ReadonlySet<string>): unknown {
  if (typeof value === "string") return texts.has(value) ? "[withheld]" : value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaced(field, texts)]));
}
