/** Tests the example end to end in Chromium: `node examples/consumer-app/check.ts`. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("consumer-app.browser.test.ts", import.meta.url));
const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--test", file], { stdio: "inherit" });
child.once("exit", (code) => (process.exitCode = code ?? 1));
