/** Names of secrets in a vault: `{config}--{NAME}`, case-insensitive, with hyphens in place of underscores. */

/** A secret's address without its vault. */
export type SecretName = { config: string; name: string };

/** The maximum length of a secret's name in the vault. */
export const vaultNameCharsMax = 127;

const between = "--";
const configPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const namePattern = /^[A-Z_][A-Z0-9_]{0,199}$/;

/** Builds the name in the vault. */
export function toVaultName({ config, name }: SecretName): string {
  return `${config}${between}${name.replaceAll("_", "-")}`;
}

/** Parses a name in the vault; null if it isn't a secret in a config. */
export function fromVaultName(vaultName: string): SecretName | null {
  const at = vaultName.indexOf(between);
  if (at < 0) return null;
  const config = vaultName.slice(0, at).toLowerCase();
  const name = vaultName
    .slice(at + between.length)
    .toUpperCase()
    .replaceAll("-", "_");
  return configPattern.test(config) && namePattern.test(name) ? { config, name } : null;
}
