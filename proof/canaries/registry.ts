/** Which secrets there are, of which class, and which answer may hold which. */
import type { Canary } from "./canary-search.ts";

/** The kinds of secrets that svc keeps to their paths, as docs/proof.md names them. */
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
  "provider message",
] as const;
/** One of {@link canaryClasses}. */
export type CanaryClass = (typeof canaryClasses)[number];

/** The canaries of a programme. */
export class CanaryRegistry {
  readonly canaries: Canary[] = [];
  readonly counts = new Map<CanaryClass, number>();
  readonly #allowed = new Map<object, string[]>();
  readonly #inKind = new Map<string, string[]>();
  readonly #toldAt: { readonly name: string; readonly tells: (url: URL) => boolean }[] = [];

  /** Plants a value. @param bytes what it encodes, if anything. @returns its name, which may be printed. */
  plant(kind: CanaryClass, value: string, bytes?: Buffer): string {
    const known = this.canaries.find((canary) => canary.value === value);
    if (known !== undefined) return known.name;
    const number = this.counts.get(kind) ?? 0;
    const name = `${kind} ${number}`;
    this.counts.set(kind, number + 1);
    this.canaries.push({ name, value, ...(bytes === undefined ? {} : { bytes }) });
    return name;
  }

  /** Lets an answer, or what else was read, hold these canaries. */
  allow(where: object, ...names: readonly string[]): void {
    this.#allowed.set(where, [...this.allowedIn(where), ...names]);
  }

  /** The canaries that it may hold. */
  allowedIn(where: object): readonly string[] {
    return this.#allowed.get(where) ?? [];
  }

  /** Lets every place of these kinds hold a canary. */
  allowIn(kinds: readonly string[], name: string): void {
    for (const kind of kinds) this.#inKind.set(kind, [...this.allowedInKind(kind), name]);
  }

  /** The canaries that every place of this kind may hold. */
  allowedInKind(kind: string): readonly string[] {
    return this.#inKind.get(kind) ?? [];
  }

  /** Lets the answers at some URLs hold a canary. */
  allowAt(name: string, tells: (url: URL) => boolean): void {
    this.#toldAt.push({ name, tells });
  }

  /** The canaries that an answer at this URL may hold. */
  allowedAt(url: URL): readonly string[] {
    return this.#toldAt.filter(({ tells }) => tells(url)).map(({ name }) => name);
  }
}
