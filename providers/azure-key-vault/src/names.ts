/** Names of secrets in a vault: `{config}--{NAME}` with hyphens for underscores, where upper and lower case are the same. */

/** A secret's address without its vault. */
export type SecretName = { config: string; name: string };

/** How long the name of a secret may be in the vault. */
export const vaultNameCharsMax = 127;

const between = "--";
const configPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const namePattern = /^[A-Z_][A-Z0-9_]{0,199}$/;

/** The name in the vault. */
export function toVaultName({ config, name }: SecretName): string {
  return `${config}${between}${name.replaceAll("_", "-")}`;
}

/** The address that a name in the vault stands for; null if it is no secret of a config. */
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
