/**
 * Keeps the session's secret for a reload, in this tab alone and until the session ends, and before that the proof by which
 * this tab alone can repeat its exchange; and lets the tabs of one session know of each other.
 */
import { randomText } from "./platform.ts";

/** What is kept: the secret, and whether the end goes to the embedder or to the return URL. */
export type Kept = { secret: string; isEmbedded: boolean };

/** Keeps what a reload needs. */
export type Keeper = {
  read(): Kept | null;
  /** This tab's proof, made at the first call and the same until the secret is kept. */
  proof(): string;
  write(kept: Kept): void;
  clear(): void;
  /** Whether another tab of this browser has the session open; waits for its answer for a moment. */
  isElsewhere(): Promise<boolean>;
  /** From now on this tab has the session: others that ask are told so, and the one that had it before calls back. */
  hold(onTaken: () => void): void;
};

const answerWithinMs = 250;

/** @param name of this session; storage that the browser withholds is done without. */
export function createKeeper(page: Window, name: string): Keeper {
  const key = `svc.connect.${name}`;
  const proofKey = `${key}.proof`;
  let ownProof: string | null = null;
  const storage = storageOf(page);
  const channel = "BroadcastChannel" in page ? new BroadcastChannel(key) : null;
  // A channel reaches this origin alone; only a window's messages name a target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const say = (text: "who" | "here" | "taken"): void => channel?.postMessage(text);
  let onTaken: (() => void) | null = null;
  let answered = (): void => {};
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === "who" && onTaken !== null) say("here");
    if (data === "here") answered();
    if (data === "taken" && onTaken !== null) {
      const tell = onTaken;
      onTaken = null;
      tell();
    }
  });
  const store = (itemKey: string, text: string): void => {
    try {
      storage?.setItem(itemKey, text);
    } catch {
      // A full storage only costs the reload.
    }
  };
  return {
    read() {
      try {
        const kept = JSON.parse(storage?.getItem(key) ?? "null") as Partial<Kept> | null;
        if (typeof kept?.secret !== "string") return null;
        return { secret: kept.secret, isEmbedded: kept.isEmbedded === true };
      } catch {
        return null;
      }
    },
    proof() {
      ownProof ??= storage?.getItem(proofKey) ?? randomText();
      store(proofKey, ownProof);
      return ownProof;
    },
    write(kept) {
      store(key, JSON.stringify(kept));
      storage?.removeItem(proofKey);
    },
    clear() {
      storage?.removeItem(key);
      storage?.removeItem(proofKey);
    },
    isElsewhere: () =>
      new Promise((resolve) => {
        if (channel === null) return resolve(false);
        answered = () => resolve(true);
        say("who");
        setTimeout(() => resolve(false), answerWithinMs);
      }),
    hold(taken) {
      say("taken");
      onTaken = taken;
    },
  };
}

/** Asking for the storage throws where the user has forbidden it. */
function storageOf(page: Window): Storage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
