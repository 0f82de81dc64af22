/** Small documents that others publish: an operator's logo, the metadata of an agent's host. */
import type { NotSentReason } from "@svc/provider-kit";

/** The response to a request for a document; `none` if there was no usable one. */
export type FetchedDocument =
  { kind: "answered"; httpStatus: number; bytes: Uint8Array } | { kind: "none"; fault: DocumentFault };
/** Why there is no usable response. */
export type DocumentFault = NotSentReason | "lost" | "timeout" | "too_large";

/** Fetches a document once, without following redirects. @param bytesMax the maximum size of its body. */
export type FetchDocument = (url: URL, bytesMax: number) => Promise<FetchedDocument>;
