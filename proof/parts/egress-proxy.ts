/** The part that cuts changes off in a proxy: its short form is the suite about the egress proxy. */
import { cutEverywhere } from "../../conformance/suites/reliability/egress-proxy-scenario.ts";
import { atLeast, none, type Part } from "../part.ts";

/** One change for each of `--cuts` places. */
export const egressProxy: Part = {
  name: "egress-proxy",
  proves:
    "whatever byte an egress proxy cuts at, a change has at most one effect, and svc says that it wasn't sent only if the provider never received it",
  numbers: { cuts: 500 },
  async run({ number, log }) {
    const wanted = number("cuts");
    const { cuts, ends, faults } = await cutEverywhere(wanted);
    for (const text of faults) log(text);
    log(JSON.stringify(ends));
    return [
      atLeast("changes that a proxy cut off", cuts, wanted),
      atLeast("of them that svc said were not sent", ends["ACTION_NOT_DISPATCHED"] ?? 0, 10),
      atLeast("of them with an unknown outcome", ends["ACTION_OUTCOME_UNKNOWN"] ?? 0, 10),
      none("of them that were sent more than once, or with another result than svc said", faults),
    ];
  },
};
