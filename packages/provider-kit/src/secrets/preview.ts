/** Previews of secret changes, for the person who approves them: whether the secret exists, and never its value. */
import { shortened } from "../preview-text.ts";
import type { ActionPreview } from "../preview.ts";
import type { ReadPort } from "../request.ts";

/** The maximum length of a config or a project in a preview. */
const placeMax = 100;

/** The location of a secret. */
type Place = { project: string; config: string; name: string };

/** The state of a secret that its preview reads. */
export type SecretState = {
  exists: boolean;
  /** The version that would be replaced or deleted, if the provider has versions; null otherwise. */
  version?: string | number | null;
};

/** A change of a secret. */
type Change = "create" | "set" | "delete";

/**
 * Declares the preview of `secrets.create`, `secrets.set` or `secrets.delete`.
 * @param needs ids of the read actions whose requests `read` uses.
 * @param read reads whether the secret exists, without its value.
 */
export function secretPreview(
  change: Change,
  needs: readonly string[],
  read: (place: Place, provider: ReadPort) => Promise<SecretState>,
): ActionPreview {
  return {
    needs,
    async read(input, provider) {
      // Only the value is sensitive, so the input still has the location.
      const place = input as Place;
      const { exists, version = null } = await read(place, provider);
      return { text: textOf(change, place, exists), precondition: { exists, version } };
    },
  };
}

function textOf(change: Change, { project, config, name }: Place, exists: boolean): string {
  const where = `in ${shortened(config, placeMax)} of ${shortened(project, placeMax)}`;
  if (change === "create") {
    return exists
      ? `${name} exists ${where}, so it couldn't be created.`
      : `${name} doesn't exist ${where} and would be created without a value.`;
  }
  if (change === "set") {
    return exists
      ? `${name} exists ${where} and would be replaced.`
      : `${name} doesn't exist ${where} and would be created.`;
  }
  return exists
    ? `${name} exists ${where} and would be deleted.`
    : `${name} doesn't exist ${where}, so there would be nothing to delete.`;
}
