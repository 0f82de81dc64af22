/** `npm run example`: the example in front of a sandbox. Nothing leaves this machine. */
import { createInterface } from "node:readline";
import { startExample } from "./stage.ts";

const example = await startExample();
console.log(`
Open            ${example.url}
Token to paste  ${example.token}
                (of a simulated provider; it is worth nothing anywhere else)

Type "lose" and Enter to lose the answer of the next write. Ctrl+C ends it all.
`);

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.trim() !== "lose") return;
  example.loseNextAnswer();
  console.log("The answer of the next write will be lost, after it took effect.");
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void example.stop().finally(() => process.exit(0)));
}
