/** The harness: serves a simulated API on a loopback port, with a clock, a seed, a fault plan and a ledger. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { SimResponse, SimApi, SimCommand, SimRequest } from "./api.ts";
import { answerControl, controlPrefix } from "./control.ts";
import { badGatewayPage, deliver, deliverInformational, deliverSpoiled } from "./delivery.ts";
import type { Timers } from "./delivery.ts";
import { FaultPlan } from "./faults.ts";
import type { Fault, WaitSide } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import { seededRandom } from "./random.ts";
import { rehearsedBy } from "./rehearsal.ts";
import { readRequest, splitOnce } from "./request.ts";

const bodyBytesMax = 8 * 1024 * 1024;

/** The API to simulate, its data, its clock and its faults. */
export interface SimulatorOptions<World> {
  readonly api: SimApi<World>;
  readonly world: World;
  /** Port on 127.0.0.1; a free one if 0 or absent. */
  readonly port?: number | undefined;
  /** Seed for the fault plan's probabilities; default 1. */
  readonly seed?: number | undefined;
  /** The simulator's clock, in Unix milliseconds; default `Date.now`. */
  readonly nowMs?: (() => number) | undefined;
  /**
   * Returns the text that the ledger records for an Authorization header; default: its scheme. Must not return the
   * token.
   */
  readonly describeAuthorization?: (authorization: string) => string;
  /** Awaited before the API receives a request, for lookups elsewhere. If it throws, the response is 500. */
  readonly prepare?: ((request: SimRequest) => Promise<void>) | undefined;
  /** The API's own control commands by name; `reset` also runs on `POST /__simulator/reset`. */
  readonly commands?: Readonly<Record<string, SimCommand>>;
}

/** A running simulator. `url` has no trailing slash. `close` destroys every connection, including those that hang. */
export interface Simulator extends AsyncDisposable {
  readonly url: string;
  readonly ledger: Ledger;
  readonly faults: FaultPlan;
  /** The number of requests that the `hold` fault is holding. */
  readonly held: number;
  /** Continues every held request, in order of arrival. */
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
      // A client that resets its connection is expected.
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
    for (const proceed of held) proceed();
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
   * Answers malformed bytes with 400, but only after the requests before them are answered: the provider's own SDK
   * sends a DELETE with a body but without framing, and the provider's edge answers the DELETE.
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
      else this.#respond(message, Buffer.concat(chunks).toString("utf8"), response);
    });
  }

  #respond(message: IncomingMessage, bodyText: string, response: ServerResponse): void {
    const [path, rawQuery = ""] = splitOnce(message.url ?? "/", "?");
    const isControl = path.startsWith(controlPrefix);
    if (!isControl) this.#sequence += 1;
    const request = readRequest(message, bodyText, { sequence: this.#sequence, timeMs: this.#nowMs() });
    if (isControl) {
      deliver(response, answerControl(request, this, this.#options.commands ?? {}));
      return;
    }
    const isRead = this.#options.api.isRead?.(request);
    const fault = this.faults.take(request, isRead) ?? rehearsedBy(request, isRead);
    this.ledger.recordRequest(request, rawQuery, this.#authorizationOf(request), fault?.kind ?? null);
    const perform = (): void => {
      if (fault === undefined) this.#finish(request, deliver(response, this.#perform(request)));
      else this.#applyFault(fault, request, response);
    };
    const { prepare } = this.#options;
    if (prepare === undefined) perform();
    else {
      const fail = (error: unknown): void => {
        this.#finish(request, deliver(response, errorResponse(error)));
      };
      prepare(request).then(perform, fail);
    }
  }

  #authorizationOf(request: SimRequest): string | undefined {
    const authorization = request.headers["authorization"];
    if (authorization === undefined) return undefined;
    return this.#options.describeAuthorization?.(authorization) ?? splitOnce(authorization, " ")[0];
  }

  /** Calls the API and records its effects in the same turn. A bug in the API is answered with a 500 that says so. */
  #perform(request: SimRequest): SimResponse {
    try {
      const response = this.#options.api(request, this.#options.world);
      this.ledger.recordEffects(request, this.#nowMs(), response.effects ?? []);
      return response;
    } catch (error) {
      return errorResponse(error);
    }
  }

  #finish(request: SimRequest, status: number | null): void {
    if (status !== null) this.ledger.recordStatus(request.sequence, status);
  }

  #applyFault(fault: Fault, request: SimRequest, response: ServerResponse): void {
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
      case "close_before_response":
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
        this.#replaceResponse(fault, request, response);
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

  /** Returns the function to call after the wait. */
  #answerLater(when: WaitSide, request: SimRequest, response: ServerResponse): () => void {
    const done = when === "before_effect" ? undefined : this.#perform(request);
    return () => {
      this.#finish(request, deliver(response, done ?? this.#perform(request)));
    };
  }

  #replaceResponse(
    fault: Extract<Fault, { kind: "status" | "redirect" | "html_502" }>,
    request: SimRequest,
    response: ServerResponse,
  ): void {
    const done = fault.effect === true ? this.#perform(request) : undefined;
    if (fault.kind === "html_502") this.#finish(request, deliver(response, badGatewayPage));
    else if (fault.kind === "redirect") {
      const headers = { location: fault.location };
      this.#finish(request, deliver(response, { status: fault.status, headers }));
    } else if (fault.status >= 200) this.#finish(request, deliver(response, fault));
    else {
      deliverInformational(response, fault.status, fault.headers ?? {});
      if (done === undefined) response.socket?.end();
      else this.#finish(request, deliver(response, done));
    }
  }
}

function errorResponse(error: unknown): SimResponse {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : "a value that is not an Error";
  return { status: 500, json: { simulatorFailed: detail } };
}
