/** Finds planted secrets in whatever form they were written down. */

/** A secret that was planted, under a name that may be printed. */
export interface Canary {
  readonly name: string;
  /** The part that is secret. */
  readonly value: string;
}

/** A form in which a secret, or a piece of it, may have been written. */
interface Needle {
  readonly canary: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** Pieces this long are searched for as well, so that a cut secret is found too. */
const pieceLength = 16;

/** Searches for a set of canaries. */
export class CanarySearch {
  readonly #needles: readonly Needle[];

  constructor(canaries: readonly Canary[]) {
    this.#needles = canaries.flatMap(needlesOf);
  }

  /**
   * @param allowed names of canaries that may stand there.
   * @returns what was found, as `<canary> (<form>)`; never the secret.
   */
  find(haystack: string | Uint8Array, allowed: readonly string[] = []): readonly string[] {
    const bytes = Buffer.from(haystack);
    const found = this.#needles.filter(
      ({ canary, bytes: needle }) => !allowed.includes(canary) && bytes.includes(needle),
    );
    return [...new Set(found.map(({ canary, form }) => `${canary} (${form})`))];
  }
}

function needlesOf({ name, value }: Canary): Needle[] {
  const pieces = [value];
  for (let from = 0; from + pieceLength <= value.length; from += pieceLength) {
    pieces.push(value.slice(from, from + pieceLength));
  }
  return pieces.flatMap((piece) =>
    [...formsOf(piece)].map(([form, text]) => ({ canary: name, form, bytes: Buffer.from(text) })),
  );
}

/** The forms of a text by name. */
export function formsOf(text: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(text);
  const forms = new Map([
    ["raw", text],
    ["JSON", JSON.stringify(text).slice(1, -1)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1)],
    ["URL", encodeURIComponent(text)],
    ["form", new URLSearchParams({ x: text }).toString().slice(2)],
    ["hex", bytes.toString("hex")],
    ["HEX", bytes.toString("hex").toUpperCase()],
    ["UTF-16", bytes.toString("latin1").split("").join("\0")],
    ["bytes", bytes.join(",")],
  ]);
  for (const shift of [0, 1, 2]) {
    const inner = base64Within(bytes, shift);
    forms.set(`base64+${shift}`, inner);
    forms.set(`base64url+${shift}`, inner.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
}

/** The characters that the bytes have in the base64 of any text in which they begin at an offset of `shift` modulo 3. */
function base64Within(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
  const from = Math.ceil((shift * 8) / 6);
  return text.slice(from, Math.floor(((shift + bytes.length) * 8) / 6));
}
