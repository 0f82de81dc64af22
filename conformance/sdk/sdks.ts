/** Every SDK under test. */
import type { StartSdk } from "./client.ts";
import { startPython } from "./python-client.ts";
import { startTypescript } from "./typescript-client.ts";

/** An SDK's name, and how to start it. */
export type Sdk = readonly [name: string, start: StartSdk];

/** The SDK that `npm test` tests. */
export const typescriptSdk: Sdk = ["TypeScript", startTypescript];

/** Those that `npm run test:python` tests. */
export const pythonSdks: readonly Sdk[] = [
  ["Python", () => startPython("sync")],
  ["Python with asyncio", () => startPython("async")],
];
