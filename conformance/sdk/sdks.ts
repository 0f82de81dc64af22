/** Every SDK under test. */
import type { StartSdk } from "./client.ts";
import { startPython } from "./python-client.ts";
import { startTypescript } from "./typescript-client.ts";

/** Each SDK's name, and how to start it. */
export const sdks: readonly (readonly [name: string, start: StartSdk])[] = [
  ["TypeScript", startTypescript],
  ["Python", () => startPython("sync")],
  ["Python with asyncio", () => startPython("async")],
];
