/** The planted secrets by class, and the responses that may contain them. */
import type { Canary } from "./canary-search.ts";

/** The classes of secrets, as docs/proof.md names them. */
export const canaryClasses = [
  "provider token",
  "secret value written",
  "secret value read",
  "OAuth access token",
  "OAuth refresh token",
  "OAuth client secret",
  "authorization code",
  "verifier, state or ticket",
  "service key",
  "Connect token",
  "session secret",
  "completion code",
  "vault root key",
  "database password",
  "collector key",
  "webhook signing secret",
  "webhook URL",
  "name or note",
  "content written",
  "provider message",
] as const;
/** One of {@link canaryClasses}. */
export type CanaryClass = (typeof canaryClasses)[number];

/** The canaries of a scenario. */
export class CanaryRegistry {
  readonly canaries: Canary[] = [];
  readonly counts = new Map<CanaryClass, number>();
  readonly #allowed = new Map<object, string[]>();
  readonly #inKind = new Map<string, string[]>();
  readonly #toldAt: { readonly name: string; readonly tells: (url: URL) => boolean }[] = [];

  /** Plants a value. @param bytes the bytes that it encodes, if any. @returns its name, which may be printed. */
  plant(kind: CanaryClass, value: string, bytes?: Buffer): string {
    const known = this.canaries.find((canary) => canary.value === value);
    if (known !== undefined) return known.name;
    const number = this.counts.get(kind) ?? 0;
    const name = `${kind} ${number}`;
    this.counts.set(kind, number + 1);
    this.canaries.push({ name, value, ...(bytes === undefined ? {} : { bytes }) });
    return name;
  }

  /** Allows these canaries in a response or another object. */
  allow(where: object, ...names: readonly string[]): void {
    this.#allowed.set(where, [...this.allowedIn(where), ...names]);
  }

  /** The canaries allowed in it. */
  allowedIn(where: object): readonly string[] {
    return this.#allowed.get(where) ?? [];
  }

  /** Allows a canary in every location of these kinds. */
  allowIn(kinds: readonly string[], name: string): void {
    for (const kind of kinds) this.#inKind.set(kind, [...this.allowedInKind(kind), name]);
  }

  /** The canaries allowed in every location of this kind. */
  allowedInKind(kind: string): readonly string[] {
    return this.#inKind.get(kind) ?? [];
  }

  /** Allows a canary in the responses of some URLs. */
  allowAt(name: string, tells: (url: URL) => boolean): void {
    this.#toldAt.push({ name, tells });
  }

  /** The canaries allowed in a response of this URL. */
  allowedAt(url: URL): readonly string[] {
    return this.#toldAt.filter(({ tells }) => tells(url)).map(({ name }) => name);
  }
}
