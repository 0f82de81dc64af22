/** Turns an action's description of a request into wire format, or rejects it before anything is sent. */
import {
  acceptedType,
  headerNameFault,
  requestContent,
  requestTarget,
  type ProviderRequest,
  type RequestSigner,
} from "@svc/provider-kit";

/** Names, each followed by its value. */
export type HeaderList = string[];

/** One request, ready to be written. */
export type Outgoing = {
  method: ProviderRequest["method"];
  /** Path and query, escaped. */
  path: string;
  headers: HeaderList;
  body: Buffer | null;
  discardBody: boolean;
  /** The id of the JSON-RPC response that ends the body, if that may be an event stream. */
  rpcId?: string;
};

const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;
/** Visible ASCII with spaces only inside, so that Node never rejects it with the value in its message. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers that frame the message or that the client sets itself. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "if-none-match",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/**
 * @param headers the credential's headers.
 * @returns the headers as a list, with lower-case names.
 * @throws RangeError with a constant message for a name that is not a token, is reserved or repeated, and for a value
 * that is not visible ASCII.
 */
export function checkCredentialHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  const names: string[] = [];
  const checked: HeaderList = [];
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!headerName.test(lower) || reservedHeaders.has(lower) || names.includes(lower)) {
      throw new RangeError("A credential header has a name that cannot be sent.");
    }
    if (!headerValue.test(value)) throw new RangeError("A credential header has a value that cannot be sent.");
    names.push(lower);
    checked.push(lower, value);
  }
  return checked;
}

/**
 * @param userAgent the `user-agent` of every request.
 * @throws RangeError with a constant message if it is not visible ASCII.
 */
export function checkUserAgent(userAgent: string): void {
  if (!headerValue.test(userAgent)) throw new RangeError("The user agent must be visible ASCII.");
}

/** The context that completes a request and that it is checked against. */
export type OutgoingContext = {
  /** Headers from {@link checkCredentialHeaders}. */
  credential: Readonly<HeaderList>;
  userAgent: string;
  requestBodyBytesMax: number;
  /** The headers that a request may set, in lower case. */
  requestHeaders: readonly string[];
};

/** @throws RangeError with a constant message: nothing from the request is ever quoted. */
export function buildOutgoing(request: ProviderRequest, context: OutgoingContext): Outgoing {
  const content = requestContent(request);
  const body = content === null ? null : Buffer.from(content.text, "utf8");
  if (body !== null && body.byteLength > context.requestBodyBytesMax) {
    throw new RangeError("The body of a provider request is too large.");
  }
  const { responseBody } = request;
  const rpcId = typeof responseBody === "object" && "rpcId" in responseBody ? responseBody.rpcId : null;
  const headers = ["accept", acceptedType(request), "accept-encoding", "identity", "user-agent", context.userAgent];
  if (content !== null) headers.push("content-type", content.type);
  const condition = readCondition(request);
  if (condition !== null) headers.push("if-none-match", condition);
  headers.push(...ownHeaders(request, context));
  headers.push(...context.credential);
  return {
    method: request.method,
    path: requestTarget(request),
    headers,
    body,
    discardBody: responseBody === "discard",
    ...(rpcId === null ? {} : { rpcId }),
  };
}

/**
 * Adds a signature.
 * @param at.host as in the `Host` header; @param at.origin the name of the origin that the request chose.
 * @throws RangeError with a constant message for a header that can't be sent, or that the request already has.
 */
export function signOutgoing(
  outgoing: Outgoing,
  sign: RequestSigner,
  at: { host: string; origin: string | null; nowMs: number },
): Outgoing {
  const { method, headers: list, body } = outgoing;
  const names = list.filter((_text, index) => index % 2 === 0);
  const headers = Object.fromEntries(names.map((name, index) => [name, list[index * 2 + 1] ?? ""]));
  const [path = "", query = ""] = outgoing.path.split("?", 2);
  const { host, origin, nowMs } = at;
  const signed = checkCredentialHeaders(
    sign({ method, host, origin, path, query, headers, body: body?.toString("utf8") ?? "" }, nowMs),
  );
  if (signed.some((text, index) => index % 2 === 0 && names.includes(text))) {
    throw new RangeError("A signature has a header that the request already has.");
  }
  return { ...outgoing, headers: [...list, ...signed] };
}

const headerCharsMax = 1024;

/** The headers of the request itself. Rejects a request that sets one of the credential's headers again. */
function ownHeaders({ headers = {} }: ProviderRequest, { requestHeaders, credential }: OutgoingContext): HeaderList {
  const list: HeaderList = [];
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const isOurs = credential.some((text, at) => at % 2 === 0 && text === lower);
    const isRepeated = list.some((text, at) => at % 2 === 0 && text === lower);
    if (!requestHeaders.includes(lower) || headerNameFault(lower) !== null || isOurs || isRepeated) {
      throw new RangeError("A header of a provider request has a name that cannot be sent.");
    }
    if (typeof value !== "string" || value.length > headerCharsMax || !headerValue.test(value)) {
      throw new RangeError("A header of a provider request has a value that cannot be sent.");
    }
    list.push(lower, value);
  }
  return list;
}

/** RFC 9110 §8.8.3: an entity tag, weak or strong. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]{0,256}"$/;

function readCondition({ method, ifNoneMatch }: ProviderRequest): string | null {
  if (ifNoneMatch === undefined) return null;
  if (method !== "GET") throw new RangeError("Only a GET request to a provider is conditional.");
  if (!entityTag.test(ifNoneMatch)) throw new RangeError("The condition of a provider request is not an entity tag.");
  return ifNoneMatch;
}
