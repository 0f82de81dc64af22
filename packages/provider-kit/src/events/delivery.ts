/** A delivery, as it arrived: headers and raw bytes. */
import { isRecord } from "../shape.ts";

/** Everything that a provider sends at once. Nothing in it is trusted before its proof was checked. */
export type Delivery = {
  /** Returns a header's value by its name in lowercase; null if it is missing or was sent twice. */
  header: (name: string) => string | null;
  /** The raw bytes, which the signature covers. */
  body: Uint8Array;
};

/** Returns the body as a JSON object; empty if it isn't one. */
export function jsonBody({ body }: Pick<Delivery, "body">): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
