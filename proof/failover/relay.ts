/** An address that moves: a TCP relay on the loopback whose target changes, and that can hold back every byte. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** One relay. */
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

  /** Listens on a free port. @param target port of the loopback to lead to. */
  static async listen(target: number): Promise<Relay> {
    const server = createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Relay(server, target);
  }

  /** Leads elsewhere from now on, and cuts every connection unless told that those that are open `stay`. */
  pointTo(target: number, { stay = false } = {}): void {
    this.#target = target;
    this.#holds = false;
    if (!stay) this.#cut();
  }

  /** From now on connections stay open and nothing passes, as if a network dropped every packet. */
  hold(): void {
    this.#holds = true;
    for (const [caller, called] of this.#pairs) {
      for (const socket of [caller, called]) socket.unpipe().pause();
    }
  }

  /** What was held back passes, and so does the rest. */
  letGo(): void {
    this.#holds = false;
    for (const pair of this.#pairs) pass(pair);
  }

  /** Cuts everything and listens no more. */
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
      // An error is followed by the end.
      socket.on("error", () => undefined).once("close", end);
    }
    if (!this.#holds) pass(pair);
  }
}

function pass([caller, called]: readonly [Socket, Socket]): void {
  caller.pipe(called);
  called.pipe(caller);
}
