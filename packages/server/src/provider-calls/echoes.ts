/**
 * Finds secrets in what a provider answers. An account, a request id or a scope is kept and shown in the clear, so one that
 * repeats a part of a secret must not be; a provider that does this is faulty, or its error pages quote the request.
 */
import { dropSensitive } from "@svc/contract";
import type { Action, OAuthCredential, ProviderAuth } from "@svc/provider-kit";

/** So many characters in a row that a text shares with a secret are an echo of it. */
const runLength = 8;
/** A secret this short is looked for as a whole; an even shorter one is in half of all texts, and not looked for. */
const shortest = 4;
/** What follows the last dot of a token is its random part where it's this long; kinds and names come before it. */
const randomPartMin = 20;

/**
 * Whether a text repeats a part of one of the secrets, in whatever case: eight characters in a row, or all of a secret
 * that has fewer. The time grows with the product of both lengths, so bound the text.
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
 * The secret texts of a credential, as they are and as its headers carry them; of a token with dots, its random part.
 * @param headers those that carry it. What they hold besides, such as `Bearer` or the version of an API, is no secret.
 */
export function secretsOf(
  auth: ProviderAuth,
  credential: unknown,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const secrets = secretTextsOf(auth, credential)
    .map(randomPart)
    .filter((text) => text.length >= shortest);
  const parts = Object.values(headers).flatMap((value) => value.split(/\s+/));
  const encoded = parts.filter((part) => {
    const decoded = Buffer.from(part, "base64").toString("utf8");
    return secrets.some((secret) => decoded.includes(secret));
  });
  return [...secrets, ...encoded];
}

function secretTextsOf(auth: ProviderAuth, credential: unknown): string[] {
  if (auth.kind === "oauth2_authorization_code") {
    const { accessToken, refreshToken } = credential as OAuthCredential;
    return refreshToken === null ? [accessToken] : [accessToken, refreshToken];
  }
  const marked = sensitiveTexts(auth.submission, credential);
  return marked.length > 0 ? marked : textsOf(credential);
}

/** A `dp.st.personal.…` has the name of a config in it, and an account may have the same. */
function randomPart(secret: string): string {
  const last = secret.slice(secret.lastIndexOf(".") + 1);
  return last.length >= randomPartMin ? last : secret;
}

/** Whether a provider's request id is text of the call itself, or repeats a part of what is secret there. */
export function echoesCall(
  requestId: string | null,
  action: Pick<Action, "input" | "output" | "sensitiveOutput">,
  call: { input: unknown; output: unknown },
): boolean {
  if (requestId === null) return false;
  if (JSON.stringify([call.input, call.output]).includes(requestId)) return true;
  const secrets = sensitiveTexts(action.input, call.input);
  if (action.sensitiveOutput) secrets.push(...sensitiveTexts(action.output, call.output));
  return echoes(secrets, requestId);
}

/** The texts in the fields of a value that its schema marks as sensitive. */
export function sensitiveTexts(schema: object, value: unknown): string[] {
  const open = new Set(textsOf(dropSensitive(schema, value)));
  return textsOf(value).filter((text) => !open.has(text));
}

/**
 * An output with `[withheld]` for each text that holds a whole secret, fields that the schema marks as sensitive apart: a
 * credential may itself be stored at the provider, and then be asked for.
 */
export function withoutSecrets(schema: object, output: unknown, secrets: readonly string[]): unknown {
  const holdsSecret = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  // Quick for nearly every output; a text that has to be escaped in JSON is no token.
  if (output === undefined || !holdsSecret(JSON.stringify(output))) return output;
  const echoing = new Set(textsOf(dropSensitive(schema, output)).filter(holdsSecret));
  return echoing.size === 0 ? output : replaced(output, echoing);
}

function replaced(value: unknown, texts: ReadonlySet<string>): unknown {
  if (typeof value === "string") return texts.has(value) ? "[withheld]" : value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaced(field, texts)]));
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
