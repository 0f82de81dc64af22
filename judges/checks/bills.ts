/** Judges bills of materials: CycloneDX's own library, by the schema of the version that a bill names. */
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";

/** The faults of a bill in JSON; none if the schema accepts it. */
export async function faultsOfBill(text: string): Promise<readonly string[]> {
  const { specVersion } = JSON.parse(text) as { specVersion: Spec.Version };
  if (!Object.values(Spec.Version).includes(specVersion)) return [`CycloneDX has no version ${specVersion}.`];
  const error = await new Validation.JsonStrictValidator(specVersion).validate(text);
  return error === null ? [] : [JSON.stringify(error)];
}
