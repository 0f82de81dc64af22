/** The part that calls tools of a remote MCP server whose responses are lost, cut, late or wrong. */
import { atLeast, none, type Figure, type Part } from "../part.ts";
import { runTrial } from "../remote-tools/trial.ts";

/** The tools of remote MCP servers. */
export const remoteTools: Part = {
  name: "remote-tools",
  proves: "an execution of a remote tool calls it at most once, and no record says more than what happened",
  numbers: { executions: 500 },
  async run(options) {
    const figures: Figure[] = [];
    const executions = options.number("executions");
    for (const engine of options.engines) {
      const { outcomes, callsMost, faults } = await runTrial({ engine, executions, seed: options.seed });
      for (const text of faults.slice(0, 20)) options.log(`${engine}: ${text}`);
      options.log(`${engine}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
      const found = [...outcomes].filter(([name]) => name.endsWith("by evidence"));
      const settled = found.reduce((sum, [, count]) => sum + count, 0);
      figures.push(
        { name: `calls of one execution on ${engine}, at most`, value: String(callsMost), isMet: callsMost === 1 },
        none(`of ${String(executions)} records on ${engine}, those that are wrong`, faults),
        atLeast(`lost calls on ${engine} that evidence settled`, settled, 1),
      );
    }
    return figures;
  },
};
