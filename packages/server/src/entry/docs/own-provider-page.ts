/** The page of a provider that isn't built in, like that of any other provider. */
import type { Provider } from "@svc/provider-kit";
import { providerPage } from "./provider-page.ts";

/** The page as Markdown, at `/docs/providers/<provider>.md`. */
export function ownProviderMarkdown(provider: Provider): string {
  const facts = ["- This provider is not built in: this deployment loads it"];
  return providerPage(provider, { docs: "/docs/", facts });
}
