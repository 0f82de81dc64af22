/** The TypeScript SDK against a real server and the simulated provider. */
import { suite } from "../harness/index.ts";
import { flowOptions, registerFlow } from "./flow-cases.ts";
import { typescriptSdk } from "./sdks.ts";

suite("the TypeScript SDK", (stage) => registerFlow(stage, [typescriptSdk]), flowOptions);
