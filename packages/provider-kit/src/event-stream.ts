/** Reads event streams (`text/event-stream`, as in the HTML standard) piece by piece. */

/** The data of an event that has any. */
export type StreamedEvent = { data: string };

/** Collects the events of one stream. */
export class EventReader {
  /** The id with which the stream can be continued; null if the server has sent none. */
  lastEventId: string | null = null;
  /** How long to wait before the stream is continued, in milliseconds; null if the server hasn't said. */
  retryMs: number | null = null;
  #rest = "";
  #data: string[] = [];
  #id: string | null = null;
  #isFirst = true;
  /** Whether the next line feed is the second half of a line's end. */
  #endedWithReturn = false;

  /** Adds the next piece of the stream's text. @returns the events that it completes. */
  push(text: string): StreamedEvent[] {
    if (text === "") return [];
    const ignored = this.#isFirst ? /^\uFEFF/ : this.#endedWithReturn ? /^\n/ : /^(?!)/;
    this.#isFirst = false;
    this.#endedWithReturn = text.endsWith("\r");
    const lines = (this.#rest + text.replace(ignored, "")).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#readLine(line));
  }

  #readLine(line: string): StreamedEvent[] {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#data.push(value);
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d{1,8}$/.test(value)) this.retryMs = Number(value);
    return [];
  }

  #dispatch(): StreamedEvent[] {
    const data = this.#data.join("\n");
    this.#data = [];
    if (this.#id !== null) this.lastEventId = this.#id === "" ? null : this.#id;
    this.#id = null;
    return data === "" ? [] : [{ data }];
  }
}
