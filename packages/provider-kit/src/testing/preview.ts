/** Runs an action's preview, without a server. */
import { dropUnrecorded, withheldFields } from "@svc/contract";
import type { Action } from "../action.ts";
import type { Preview } from "../preview.ts";
import type { Provider } from "../provider.ts";
import { createPort, type Exchange, type PortOptions } from "./port.ts";

/**
 * Runs the preview once, with a port that can only read.
 * @param options.input the action's input, with its secrets and content; the preview receives it without them.
 * @throws ProviderFailure if the preview does.
 * @throws RangeError if the action has no preview.
 */
export async function runPreview(
  provider: Provider,
  action: Action,
  { input, ...options }: PortOptions & { input: unknown },
): Promise<{ preview: Preview; exchanges: readonly Exchange[] }> {
  if (action.preview === null) throw new RangeError(`${action.id} has no preview.`);
  const { port, exchanges } = createPort(provider, options);
  const { origin, credentialKind, connectionFacts, read } = port;
  const seen = dropUnrecorded(action.input, input);
  const withheld = withheldFields(action.input, input);
  const preview = await action.preview.read(seen, { origin, credentialKind, connectionFacts, read }, withheld);
  return { preview, exchanges };
}
