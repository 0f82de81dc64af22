/** The facts of each provider. */
import type { Fact } from "./fact.ts";
import { facts as github } from "./github.ts";
import { facts as googleCalendar } from "./google-calendar.ts";
import { facts as linear } from "./linear.ts";
import { facts as notion } from "./notion.ts";
import { facts as slack } from "./slack.ts";
import { facts as stripe } from "./stripe.ts";

const facts: Readonly<Record<string, readonly Fact[]>> = {
  github,
  "google-calendar": googleCalendar,
  linear,
  notion,
  slack,
  stripe,
};

/** What a provider's vendor says besides its description. */
export function factsOf(slug: string): readonly Fact[] {
  return facts[slug] ?? [];
}
