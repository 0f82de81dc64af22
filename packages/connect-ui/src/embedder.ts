/**
 * The window that embeds or opened this page, and the messages to it (protocol v1). Both sides check the exact origin
 * and the sender's window.
 *
 * page → embedder, target `allowedOrigin`:
 *   `{type: "svc.connect.ready", session}`
 *   `{type: "svc.connect.status", session, status, connection_id?, completionCode?}`
 *   `{type: "svc.connect.close", session}`
 * embedder → page, target the server's origin:
 *   `{type: "svc.connect.token", session, token}`
 *   `{type: "svc.connect.cancel", session}`: the user has left; answered with `svc.connect.close`
 */
import type { PageData } from "./page-data.ts";
import type { SessionResult } from "./return-url.ts";

/** The window that embeds or opened this page. */
export type Embedder = {
  /** Whether there is one now. A popup's opener may be gone. */
  isThere(): boolean;
  ready(): void;
  tell(ending: SessionResult): void;
  /** The user is done: the embedder removes the frame, or the popup closes itself. */
  close(): void;
  /** Calls back for each token from the allowed origin, and when it says that the user has left. */
  listen(on: { token(token: string): void; cancel(): void }): void;
};

/** Finds the embedder. If this page is a tab of its own, there is none, and nothing is sent. */
export function findEmbedder(page: Window, { allowedOrigin, sessionId: session }: PageData): Embedder {
  const isFramed = page.parent !== page;
  const other: Window | null = allowedOrigin === "" ? null : isFramed ? page.parent : (page.opener as Window | null);
  const send = (message: object): void => other?.postMessage({ ...message, session }, allowedOrigin);
  return {
    isThere: () => other !== null && !other.closed,
    ready: () => send({ type: "svc.connect.ready" }),
    tell: (ending) => send({ type: "svc.connect.status", ...ending }),
    close() {
      send({ type: "svc.connect.close" });
      if (!isFramed) page.close();
    },
    listen(on) {
      page.addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
        if (other === null || source !== other || origin !== allowedOrigin) return;
        const { type, session: about, token } = (data ?? {}) as Record<string, unknown>;
        if (about !== session) return;
        if (type === "svc.connect.token" && typeof token === "string") on.token(token);
        if (type === "svc.connect.cancel") on.cancel();
      });
    },
  };
}
