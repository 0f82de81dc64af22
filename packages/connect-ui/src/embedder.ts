/**
 * The window that embeds or opened this page, and what is said to it (protocol v1). Both sides check exact origins and the
 * sender's window.
 *
 * page → embedder, target `allowedOrigin`:
 *   `{type: "svc.connect.ready", session}`
 *   `{type: "svc.connect.status", session, status, connection_id?, completionCode?}`
 *   `{type: "svc.connect.close", session}`
 * embedder → page, target the service's origin:
 *   `{type: "svc.connect.token", session, token}`
 *   `{type: "svc.connect.cancel", session}`: the user has left; answered by `svc.connect.close`
 */
import type { PageData } from "./page-data.ts";
import type { Ending } from "./return-url.ts";

/** The window that embeds or opened this page. */
export type Embedder = {
  /** Whether there is one now; a popup's opener can go away. */
  isThere(): boolean;
  ready(): void;
  tell(ending: Ending): void;
  /** The user is done: the embedder takes the frame away, a popup closes itself. */
  close(): void;
  /** Calls back with each token that the allowed origin sends, and when it says that the user has left. */
  listen(on: { token(token: string): void; cancel(): void }): void;
};

/** Finds it. In a page of its own there is none, and everything is silent. */
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
