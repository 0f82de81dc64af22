/** Doctor: the vault's keys. */
import { deploymentCheck, settingCheck, type Finding } from "./check.ts";

/** Whether the keyring opens the database's keys. */
export const vault = deploymentCheck("vault", async ({ vault: opened }) => {
  if (!(await opened.isHealthy())) {
    return {
      status: "fail",
      detail: "the service that holds the root keys doesn't answer",
      remedy: "check that service",
    };
  }
  return { status: "ok", detail: "every key that the database needs is in the keyring and works" };
});

/** Whether keys can be guessed. */
export const vaultKeys = settingCheck("vault keys", ({ vaultKeys: keys }) => {
  if (keys.length === 0) return { status: "look", detail: "not checked: there is no keyring yet" };
  const weak = keys.flatMap(({ id, weakness }): Finding[] => {
    if (weakness === null) return [];
    const detail = `key ${id} ${weakness}: anyone with the database can decrypt it`;
    const remedy = "create a key with head -c 32 /dev/urandom | base64, put it first, and run svc-server vault rotate";
    return [{ status: "fail", detail, remedy }];
  });
  return weak.length > 0 ? weak : { status: "ok", detail: "they look random" };
});
