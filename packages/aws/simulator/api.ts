/**
 * AWS's side of a connection, for simulators of its JSON APIs: callers, operations, STS, and the format of responses.
 */
import {
  pageByCursor,
  Refusal,
  simulatedApi,
  type Call,
  type CommonSwitches,
  type Result,
  type SimApi,
  type SimResponse,
  type SimRequest,
  type Store,
} from "@svc/simulator";
import { accessKeys, accountId } from "./keys.ts";
import { signerOf, type AccessKey } from "./signature.ts";

/** A call of an operation, with its parameters. */
export interface AwsCall<World> {
  readonly world: World;
  readonly input: Readonly<Record<string, unknown>>;
  readonly timeMs: number;
}

export interface Operation<World> {
  readonly reads?: true;
  readonly run: (call: AwsCall<World>) => Result;
}

/** The switches of every simulated API of AWS. */
export interface AwsSwitches extends CommonSwitches {
  /** Whether every call is refused by a rate limit. */
  throttles: boolean;
  /** The format in which STS answers requests for JSON. It documents XML. */
  stsFormat: "json" | "xml";
}

/** The defaults of these switches. */
export const awsSwitches = { throttles: false, stsFormat: "json" } as const;

/** The positions of these switches. */
export const awsPositions = { stsFormat: ["json", "xml"] } as const;

/** A refusal with an error's name. */
export function awsError(code: string, message: string, status = 400): Refusal {
  return new Refusal(status, message, { code });
}

/**
 * A text from a call's parameters.
 *
 * @param bounds in bytes. Throws `code` for anything else; a missing text is empty.
 */
export function textIn(
  { input }: Pick<AwsCall<unknown>, "input">,
  name: string,
  { min = 0, max = 2048, code = "ValidationException" } = {},
): string {
  const text = input[name] ?? "";
  const bytes = typeof text === "string" ? Buffer.byteLength(text) : -1;
  if (bytes < min || bytes > max) throw awsError(code, `Value at '${name}' failed to satisfy constraint`);
  return text as string;
}

/** A page by `NextToken` and `MaxResults`, and the token of the next one. */
export function awsPage<Item>(
  { input }: Pick<AwsCall<unknown>, "input">,
  items: readonly Item[],
  size: { readonly absent: number; readonly max: number; readonly id: (item: Item) => string },
): { items: readonly Item[]; more: { NextToken?: string } } {
  const said = { cursor: input["NextToken"] as string, limit: input["MaxResults"] as number };
  const { items: page, next } = pageByCursor(items, said, size);
  return { items: page, more: next === null ? {} : { NextToken: next } };
}

/** A simulated JSON API. @param own.target the prefix of its operations in `X-Amz-Target`. */
export function awsApi<World extends Store<Switches>, Switches extends AwsSwitches>(own: {
  readonly service: string;
  readonly target: string;
  readonly operations: Readonly<Record<string, Operation<World>>>;
}): SimApi<World> {
  const nameOf = ({ headers }: SimRequest): string => {
    const [prefix, name = "", ...more] = (headers["x-amz-target"] ?? "").split(".");
    return prefix === own.target && more.length === 0 ? name : "";
  };
  const operationOf = (request: SimRequest): Operation<World> | undefined =>
    Object.hasOwn(own.operations, nameOf(request)) ? own.operations[nameOf(request)] : undefined;
  const call = ({ request, store, caller }: Call<World, AccessKey>): Result => {
    const operation = operationOf(request);
    if (operation === undefined || request.headers["content-type"] !== "application/x-amz-json-1.1") {
      throw awsError("UnknownOperationException", "");
    }
    if (store.switches.throttles) throw awsError("ThrottlingException", "Rate exceeded");
    if (caller.readOnly && operation.reads !== true) {
      const message = `User: ${caller.arn} is not authorized to perform: ${own.service}:${nameOf(request)}`;
      throw awsError("AccessDeniedException", message);
    }
    return operation.run({
      world: store,
      input: Object(request.json) as AwsCall<World>["input"],
      timeMs: request.timeMs,
    });
  };
  const api = simulatedApi<World, AccessKey, object, Switches>({
    routes: {
      "POST /": {
        run: (made) => (isSts(made.request) ? callerIdentity(made) : call(made)),
        reads: (request) => isSts(request) || operationOf(request)?.reads === true,
      },
    },
    caller: (request) =>
      signerOf(request, {
        keys: Object.values(accessKeys),
        service: isSts(request) ? "sts" : own.service,
        errors: isSts(request) ? stsErrors : jsonErrors,
      }),
    refused: (refusal, request) => (isSts(request) ? refusedBySts(refusal, request) : refusedAsJson(refusal)),
  });
  // Each response carries the simulator's own time.
  const response = (request: SimRequest, world: World): SimResponse => {
    const { headers, ...answered } = api(request, world);
    return { ...answered, headers: { ...headers, date: new Date(request.timeMs).toUTCString() } };
  };
  return Object.assign(response, api.isRead === undefined ? {} : { isRead: api.isRead });
}

const isSts = ({ headers }: SimRequest): boolean => headers["x-amz-target"] === undefined;
const jsonErrors = {
  status: 400,
  unknownKey: "UnrecognizedClientException",
  wrongSignature: "InvalidSignatureException",
} as const;
const stsErrors = { status: 403, unknownKey: "InvalidClientTokenId", wrongSignature: "SignatureDoesNotMatch" } as const;

function refusedAsJson({ status, code, message }: Refusal): SimResponse {
  const json = { __type: code, ...(message === "" ? {} : { Message: message, message }) };
  return { status, headers: { "x-amzn-requestid": "r-1" }, json };
}

/** STS: in JSON, as it answers requests for JSON, or in XML, as documented. */
function callerIdentity({ request, caller: { arn, id }, store }: Call<Store<AwsSwitches>, AccessKey>): Result {
  const { headers, bodyText } = request;
  const { stsFormat } = store.switches;
  const form = new URLSearchParams(bodyText);
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  if (!isForm || form.get("Action") !== "GetCallerIdentity" || form.get("Version") !== "2011-06-15") {
    throw awsError("InvalidAction", "Could not find operation");
  }
  const [Account, UserId] = [accountId, id.replace(/^AKIA/, "AIDA")];
  if (stsFormat === "xml" || headers["accept"] !== "application/json") {
    const result = `<Arn>${arn}</Arn><UserId>${UserId}</UserId><Account>${Account}</Account>`;
    return {
      headers: { "content-type": "text/xml" },
      text: `<GetCallerIdentityResponse>${result}</GetCallerIdentityResponse>`,
    };
  }
  const GetCallerIdentityResult = { Account, Arn: arn, UserId };
  return { json: { GetCallerIdentityResponse: { GetCallerIdentityResult, ResponseMetadata: { RequestId: "r-1" } } } };
}

function refusedBySts({ status, code, message }: Refusal, { headers }: SimRequest): SimResponse {
  if (headers["accept"] !== "application/json") {
    const text = `<ErrorResponse><Error><Code>${code ?? ""}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    return { status, headers: { "content-type": "text/xml" }, text };
  }
  return { status, json: { Error: { Code: code, Message: message, Type: "Sender" }, RequestId: "r-1" } };
}
