/** The harness: a simulated API behind a loopback port, with its clock, seed, fault plan and ledger. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { SimAnswer, SimApi, SimCommand, SimRequest } from "./api.ts";
import { answerControl, controlPrefix } from "./control.ts";
import { badGatewayPage, deliver, deliverInformational, deliverSpoiled } from "./delivery.ts";
import type { Timers } from "./delivery.ts";
import { FaultPlan } from "./faults.ts";
import type { Fault, WaitSide } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import { seededRandom } from "./random.ts";

const bodyBytesMax = 8 * 1024 * 1024;

/** What a simulator is made of. */
export interface SimulatorOptions<World> {
  readonly api: SimApi<World>;
  readonly world: World;
  /** Port on 127.0.0.1; 0 or absent takes a free one. */
  readonly port?: number;
  /** Seed of the fault plan's draws; default 1. */
  readonly seed?: number;
  /** The simulator's clock, in Unix milliseconds; default the machine's. */
  readonly nowMs?: () => number;
  /** What the ledger records of an Authorization header; default its scheme. It must not give the token back. */
  readonly describeAuthorization?: (authorization: string) => string;
  /** Awaited before the API sees a request, for what it has to ask elsewhere. What it throws is answered with 500. */
  readonly prepare?: (request: SimRequest) => Promise<void>;
  /** The API's own control commands by name; `reset` is also run by `POST /__simulator/reset`. */
  readonly commands?: Readonly<Record<string, SimCommand>>;
}

/** A running simulator. `url` has no slash at its end. `close` destroys every connection, also those that hang. */
export interface Simulator extends AsyncDisposable {
  readonly url: string;
  readonly ledger: Ledger;
  readonly faults: FaultPlan;
  /** How many requests the fault `hold` keeps at this moment. */
  readonly held: number;
  /** Lets every held request go on, in the order of their coming. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a simulator on loopback. Rejects with Node's listen error when the port is taken. */
export async function startSimulator<World>(options: SimulatorOptions<World>): Promise<Simulator> {
  const running = new RunningSimulator(options);
  await running.listen(options.port ?? 0);
  return running;
}

class RunningSimulator<World> implements Simulator, Timers {
  readonly ledger = new Ledger();
  readonly faults: FaultPlan;
  readonly #options: SimulatorOptions<World>;
  readonly #nowMs: () => number;
  readonly #sockets = new Map<Socket, { open: number; broken: boolean }>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #held: (() => void)[] = [];
  readonly #server = createServer({ requestTimeout: 0, headersTimeout: 0 });
  #sequence = 0;
  #closed: Promise<void> | undefined;

  constructor(options: SimulatorOptions<World>) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.faults = new FaultPlan(seededRandom(options.seed ?? 1));
    this.#server.on("connection", (socket) => {
      this.#sockets.set(socket, { open: 0, broken: false });
      // A peer that resets is part of the play.
      socket.on("error", () => undefined);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("clientError", (_error, socket) => {
      this.#answerBrokenFraming(socket as Socket);
    });
    this.#server.on("request", (message, response) => {
      this.#receive(message, response);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
  }

  get held(): number {
    return this.#held.length;
  }

  release(): void {
    const held = this.#held;
    this.#held = [];
    for (const goOn of held) goOn();
  }

  after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms);
    this.#timers.add(timer);
  }

  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers.clear();
      this.#server.close(() => {
        resolve();
      });
      for (const socket of this.#sockets.keys()) socket.destroy();
    });
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Bytes that are no request get a 400, but not before the requests ahead of them are answered: the provider's own
   * SDK sends a DELETE with a body and no framing for it, and its edge answers the DELETE.
   */
  #answerBrokenFraming(socket: Socket): void {
    const state = this.#sockets.get(socket);
    if (state !== undefined && state.open > 0) state.broken = true;
    else if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    else socket.destroy();
  }

  #receive(message: IncomingMessage, response: ServerResponse): void {
    const state = this.#sockets.get(message.socket);
    if (state !== undefined) state.open += 1;
    response.on("finish", () => {
      if (state === undefined) return;
      state.open -= 1;
      if (state.broken && state.open === 0) message.socket.end();
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on("error", () => undefined);
    message.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyBytesMax) chunks.push(chunk);
    });
    message.on("end", () => {
      if (bytes > bodyBytesMax) deliver(response, { status: 413, text: "body too large for the simulator" });
      else this.#answer(message, Buffer.concat(chunks).toString("utf8"), response);
    });
  }

  #answer(message: IncomingMessage, bodyText: string, response: ServerResponse): void {
    const [path, rawQuery = ""] = splitOnce(message.url ?? "/", "?");
    const isControl = path.startsWith(controlPrefix);
    if (!isControl) this.#sequence += 1;
    const request: SimRequest = {
      sequence: this.#sequence,
      timeMs: this.#nowMs(),
      method: message.method ?? "GET",
      path,
      query: new URLSearchParams(rawQuery),
      headers: headersOf(message),
      bodyText,
      ...parsedJson(bodyText),
    };
    if (isControl) {
      deliver(response, answerControl(request, this, this.#options.commands ?? {}));
      return;
    }
    const fault = this.faults.take(request);
    this.ledger.recordRequest(request, rawQuery, this.#authorizationOf(request), fault?.kind ?? null);
    const perform = (): void => {
      if (fault === undefined) this.#finish(request, deliver(response, this.#perform(request)));
      else this.#play(fault, request, response);
    };
    const { prepare } = this.#options;
    if (prepare === undefined) perform();
    else {
      const fail = (error: unknown): void => {
        this.#finish(request, deliver(response, failed(error)));
      };
      prepare(request).then(perform, fail);
    }
  }

  #authorizationOf(request: SimRequest): string | undefined {
    const authorization = request.headers["authorization"];
    if (authorization === undefined) return undefined;
    return this.#options.describeAuthorization?.(authorization) ?? splitOnce(authorization, " ")[0];
  }

  /** Lets the API act, and writes its effects down in the same turn. A bug in the API is answered 500 and says so. */
  #perform(request: SimRequest): SimAnswer {
    try {
      const answer = this.#options.api(request, this.#options.world);
      this.ledger.recordEffects(request, this.#nowMs(), answer.effects ?? []);
      return answer;
    } catch (error) {
      return failed(error);
    }
  }

  #finish(request: SimRequest, status: number | null): void {
    if (status !== null) this.ledger.recordStatus(request.sequence, status);
  }

  #play(fault: Fault, request: SimRequest, response: ServerResponse): void {
    const { socket } = response;
    switch (fault.kind) {
      case "reset_after_effect":
        this.#perform(request);
        socket?.resetAndDestroy();
        return;
      case "reset_before_effect":
        socket?.resetAndDestroy();
        return;
      case "hang_after_effect":
        this.#perform(request);
        return;
      case "hang_before_effect":
        return;
      case "close_before_answer":
        if (fault.effect === true) this.#perform(request);
        socket?.end();
        return;
      case "delay":
        this.after(fault.ms, this.#answerLater(fault.when, request, response));
        return;
      case "hold":
        this.#held.push(this.#answerLater(fault.when, request, response));
        return;
      case "status":
      case "redirect":
      case "html_502":
        this.#replaceAnswer(fault, request, response);
        return;
      case "truncate":
      case "truncate_chunked":
      case "malformed_json":
      case "nul_body":
      case "gzip_bomb":
      case "slow_drip":
        this.#finish(request, deliverSpoiled(response, this.#perform(request), fault, this));
    }
  }

  /** Gives what to call once the wait is over. */
  #answerLater(when: WaitSide, request: SimRequest, response: ServerResponse): () => void {
    const done = when === "before_effect" ? undefined : this.#perform(request);
    return () => {
      this.#finish(request, deliver(response, done ?? this.#perform(request)));
    };
  }

  #replaceAnswer(
    fault: Extract<Fault, { kind: "status" | "redirect" | "html_502" }>,
    request: SimRequest,
    response: ServerResponse,
  ): void {
    const answer = fault.effect === true ? this.#perform(request) : undefined;
    if (fault.kind === "html_502") this.#finish(request, deliver(response, badGatewayPage));
    else if (fault.kind === "redirect") {
      const headers = { location: fault.location };
      this.#finish(request, deliver(response, { status: fault.status, headers }));
    } else if (fault.status >= 200) this.#finish(request, deliver(response, fault));
    else {
      deliverInformational(response, fault.status, fault.headers ?? {});
      if (answer === undefined) response.socket?.end();
      else this.#finish(request, deliver(response, answer));
    }
  }
}

function failed(error: unknown): SimAnswer {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : "not an error";
  return { status: 500, json: { simulatorFailed: detail } };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function headersOf(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(message.headersDistinct)) headers[name] = (values ?? []).join(", ");
  return headers;
}

function parsedJson(bodyText: string): { json?: unknown } {
  if (bodyText === "") return {};
  try {
    return { json: JSON.parse(bodyText) as unknown };
  } catch {
    return {};
  }
}
