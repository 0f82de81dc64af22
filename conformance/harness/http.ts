/** Plain HTTP for black-box tests: sends exactly the test's requests, and records and checks every response. */
import { Agent, request as sendRequest, type IncomingMessage } from "node:http";
import type { Problem } from "@svc/contract";

/** A request. A `body` that is neither text nor bytes is sent as JSON; `headers` may repeat a name. */
export interface OutgoingRequest {
  readonly method: string;
  /** Path with query, sent unchanged. */
  readonly path: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
}

/** A request and its response. */
export interface Exchange {
  readonly request: OutgoingRequest;
  readonly response: HttpResponse;
}

/** A complete response. */
export class HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined as Node does. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The body as JSON; the check against the API description has verified its shape. */
  get json(): unknown {
    return JSON.parse(this.text);
  }

  /** The body as a problem document. */
  problem(): Problem {
    return this.json as Problem;
  }
}

/** Checks an exchange, and returns its faults. */
export type ExchangeCheck = (exchange: Exchange) => readonly string[];

/** A client of one server. */
export class HttpClient {
  readonly baseUrl: string;
  /** All exchanges, oldest first. */
  readonly exchanges: Exchange[] = [];
  readonly #check: ExchangeCheck;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 128 });

  /** @param check runs on every exchange; any fault that it returns fails the call. */
  constructor(baseUrl: string, check: ExchangeCheck) {
    this.baseUrl = baseUrl;
    this.#check = check;
  }

  /**
   * Sends one request and reads the entire response.
   * @param signal aborts the exchange, like a caller that hangs up.
   * @throws Error if the response doesn't match the API description.
   */
  async send(request: OutgoingRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const response = await this.#exchange(request, signal);
    const exchange = { request, response };
    this.exchanges.push(exchange);
    const faults = this.#check(exchange);
    if (faults.length > 0) {
      const line = `${request.method} ${request.path} -> ${response.status}`;
      throw new Error(`${line} breaks the API description:\n${faults.join("\n")}\n${response.text.slice(0, 1000)}`);
    }
    return response;
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  #exchange(request: OutgoingRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const { host, hostname, port } = new URL(this.baseUrl);
    const bytes = bytesOf(request.body);
    const headers = (request.headers ?? []).flatMap(([name, value]) => [name, value]);
    headers.push("host", host);
    if (bytes !== undefined) headers.push("content-length", String(bytes.length));
    const options = {
      hostname,
      port,
      headers,
      agent: this.#agent,
      method: request.method,
      path: request.path,
      ...(signal === undefined ? {} : { signal }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = sendRequest(options, (message) => {
        readResponse(message).then(resolve, reject);
      });
      outgoing.once("error", reject);
      outgoing.end(bytes);
    });
  }
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

async function readResponse(message: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) headers[name] = String(value);
  return new HttpResponse(message.statusCode ?? 0, headers, Buffer.concat(chunks).toString("utf8"));
}
