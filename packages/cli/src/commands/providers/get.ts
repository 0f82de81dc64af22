/** `svc providers get`. */
import type { Context } from "../../context.ts";
import { notePublicCatalog } from "../public-catalog.ts";

/** Shows a provider. The table format lists its actions and events by name only. */
export async function run(context: Context, [slug = ""]: readonly string[]): Promise<void> {
  const provider = context.hasTenant
    ? await (await context.tenant()).providers.get(slug)
    : await context.catalog().provider(slug);
  if (!context.hasTenant) notePublicCatalog(context);
  if (context.options.format === "json") context.show(provider);
  else {
    const [actions, events] = [provider.actions.map(({ id }) => id), provider.events.map(({ type }) => type)];
    context.show({ ...provider, actions, events });
  }
}
