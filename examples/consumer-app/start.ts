/** `npm run example`: starts the example with a sandbox server. Nothing leaves your machine. */
import { createInterface } from "node:readline";
import { startExample } from "./launch.ts";

const example = await startExample();
console.log(`
Open            ${example.url}
Token to paste  ${example.token}
                (for the simulated provider; it works nowhere else)

Type "lose" and Enter to lose the answer to the next write. Press Ctrl+C to stop everything.
`);

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.trim() !== "lose") return;
  example.loseNextAnswer();
  console.log("The answer to the next write will be lost after it takes effect.");
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void example.stop().finally(() => process.exit(0)));
}
