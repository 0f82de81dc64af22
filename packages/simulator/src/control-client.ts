/** Controls a simulator that runs in another process. */
import type { RehearsalName, RehearsedRequests } from "./rehearsal.ts";
import { controlPrefix } from "./control.ts";

const timeoutMs = 5000;

/**
 * Makes the next request to a simulator fail.
 * @param origin the simulator's address, such as `http://127.0.0.1:4010`.
 * @param on the requests that the failure waits for; by default those that suit it.
 * @returns false if nothing answers there, or if it isn't a simulator.
 */
export async function rehearse(origin: string, fault: RehearsalName, on?: RehearsedRequests): Promise<boolean> {
  try {
    const response = await fetch(`${origin}${controlPrefix}rehearse`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-simulator-control": "1" },
      body: JSON.stringify(on === undefined ? { fault } : { fault, on }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.status === 200;
  } catch {
    return false;
  }
}
