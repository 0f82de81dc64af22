/**
 * How long a commit waits for others to share it: one confirmation of the disk costs as much for one as for all, and after it
 * whoever was served comes again at nearly the same moment as the others.
 */

// Some ten microseconds each; however many come, the first waits no longer.
const turnsMax = 8;
// Where a commit is another process's call, that call costs more, and whoever shares it saves more.
const callTurnsMax = 20;
// How fast it is forgotten that many came: who is suddenly alone waits for others in a dozen commits and not in more.
const forgetting = 0.8;

/** Waits, by turns of the event loop, while fewer have come than came before. @param waiting how many have come. */
export type Gather = (waiting: () => number) => Promise<void>;

/**
 * @param enough how many one commit takes.
 * @param turn the next turn of the event loop.
 */
export function createGathering(enough: number, turn: () => Promise<void> = nextTurn): Gather {
  let usual = 1;
  return async (waiting) => {
    for (let turns = 1; turns <= turnsMax && waiting() < enough; turns += 1) {
      await turn();
      const isAlone = usual <= 1 && waiting() <= 1;
      // Two turns at least: what the first let in often is a half of those who come.
      if (isAlone || (turns > 1 && waiting() >= usual)) break;
    }
    usual = Math.max(waiting(), usual * forgetting);
  };
}

/**
 * Waits, by turns of the event loop, until as many have come as usually do: for a commit that is a call of another process.
 * @param waiting how many have come.
 * @param usual how many lately went together.
 */
export async function gatherForCall(
  waiting: () => number,
  usual: number,
  turn: () => Promise<void> = nextTurn,
): Promise<void> {
  for (let turns = 1; turns <= callTurnsMax; turns += 1) {
    await turn();
    if (waiting() >= usual) break;
  }
}

/** Resolves in the event loop's next turn, when what has come in this one has been taken. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
