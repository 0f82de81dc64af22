/** The text of a body that may be an event stream with a JSON-RPC response, while it arrives. */
import { RpcReader } from "@svc/provider-kit";

/** Collects the text, and notices the response. */
export class ResponseStream {
  readonly #decoder = new TextDecoder();
  readonly #reader: RpcReader;
  readonly #pieces: string[] = [];
  #hasResponse = false;

  constructor(rpcId: string) {
    this.#reader = new RpcReader(rpcId);
  }

  /** @returns true once: with the piece that completes the response. */
  push(chunk: Buffer): boolean {
    const piece = this.#decoder.decode(chunk, { stream: true });
    this.#pieces.push(piece);
    const had = this.#hasResponse;
    this.#hasResponse = this.#reader.push(piece);
    return this.#hasResponse && !had;
  }

  /** Everything that has arrived. */
  get text(): string {
    return this.#pieces.join("");
  }
}
