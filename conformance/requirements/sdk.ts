/** Promises about the SDKs. */
import type { Requirement } from "../harness/requirements.ts";

/** Promises about the SDKs, each for TypeScript, for Python and for Python with asyncio. */
export const requirements: readonly Requirement[] = [
  {
    id: "sdk.table",
    source: "contract §8",
    text: "Every SDK sends, repeats and reads the same; what it shows of errors, clients and secrets holds none.",
  },
  {
    id: "sdk.flow",
    source: "contract §8",
    text: "Every SDK goes the whole way with a real server: one effect a key, and an unknown outcome that is found and resolved, or settled by evidence.",
  },
];
