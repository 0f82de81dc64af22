/** Promises about the SDKs. */
import type { Requirement } from "../harness/requirements.ts";

/** Promises about the SDKs, each for TypeScript, for Python and for Python with asyncio. */
export const requirements: readonly Requirement[] = [
  {
    id: "sdk.table",
    source: "contract §8",
    text: "All SDKs send, repeat and read the same; printed errors, clients and results contain no secret.",
  },
  {
    id: "sdk.flow",
    source: "contract §8",
    text: "Every SDK completes the whole flow with a real server: one effect per key, and an unknown outcome that is found and resolved, or settled by evidence.",
  },
];
