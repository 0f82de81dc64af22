/**
 * Keeps the session's secret for a reload, in this tab only and until the session ends. Before that, it keeps the proof
 * with which only this tab can repeat its exchange. It also lets the tabs of one session find each other.
 */
import { randomText } from "./platform.ts";

/** The stored data: the secret, and whether the result goes to the embedder or to the return URL. */
export type StoredSession = { secret: string; isEmbedded: boolean };

/** The storage for a reload. */
export type SessionStorage = {
  read(): StoredSession | null;
  /** This tab's proof, created on the first call and unchanged until the secret is stored. */
  proof(): string;
  write(kept: StoredSession): void;
  clear(): void;
  /** Whether another tab of this browser has the session open. Waits a moment for its response. */
  isElsewhere(): Promise<boolean>;
  /** Takes over the session. Other tabs that ask get a response, and the tab that had the session before calls back. */
  hold(onTaken: () => void): void;
};

const answerWithinMs = 250;

/** @param name the session's. Works without storage if the browser blocks it. */
export function createSessionStorage(page: Window, name: string): SessionStorage {
  const key = `svc.connect.${name}`;
  const proofKey = `${key}.proof`;
  let ownProof: string | null = null;
  const storage = openStorage(page);
  const channel = "BroadcastChannel" in page ? new BroadcastChannel(key) : null;
  // A channel only reaches this origin; only a window's messages need a target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const broadcast = (text: "who" | "here" | "taken"): void => channel?.postMessage(text);
  let onTaken: (() => void) | null = null;
  let answered = (): void => {};
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === "who" && onTaken !== null) broadcast("here");
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
      // If the storage is full, only a reload fails.
    }
  };
  return {
    read() {
      try {
        const kept = JSON.parse(storage?.getItem(key) ?? "null") as Partial<StoredSession> | null;
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
        broadcast("who");
        setTimeout(() => resolve(false), answerWithinMs);
      }),
    hold(taken) {
      broadcast("taken");
      onTaken = taken;
    },
  };
}

/** Accessing the storage throws if the user has blocked it. */
function openStorage(page: Window): Storage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
