/** A movable address: a TCP relay on loopback with a changeable target, which can hold back every byte. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export class Relay {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #target: number;
  #holds = false;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (caller) => this.#join(caller));
  }

  /** Listens on a free port. @param target a loopback port. */
  static async listen(target: number): Promise<Relay> {
    const server = createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Relay(server, target);
  }

  /** Changes the target, and cuts every connection unless open ones may `stay`. */
  pointTo(target: number, { stay = false } = {}): void {
    this.#target = target;
    this.#holds = false;
    if (!stay) this.#cut();
  }

  /** Keeps connections open but passes nothing, like a network that drops every packet. */
  hold(): void {
    this.#holds = true;
    for (const [caller, called] of this.#pairs) {
      for (const socket of [caller, called]) socket.unpipe().pause();
    }
  }

  /** Passes the held bytes, and all others again. */
  letGo(): void {
    this.#holds = false;
    for (const pair of this.#pairs) pass(pair);
  }

  /** Cuts everything and stops listening. */
  async close(): Promise<void> {
    this.#cut();
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
  }

  #cut(): void {
    for (const [caller, called] of this.#pairs) {
      caller.destroy();
      called.destroy();
    }
  }

  #join(caller: Socket): void {
    const called = connect({ port: this.#target, host: "127.0.0.1" });
    const pair = [caller, called] as const;
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      caller.destroy();
      called.destroy();
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      // A close event follows an error.
      socket.on("error", () => undefined).once("close", end);
    }
    if (!this.#holds) pass(pair);
  }
}

function pass([caller, called]: readonly [Socket, Socket]): void {
  caller.pipe(called);
  called.pipe(caller);
}
