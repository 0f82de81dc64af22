/** The doctor's look at the vault's keys. */
import { deploymentCheck, settingCheck, type Finding } from "./check.ts";

/** The keyring opens what is there. */
export const vault = deploymentCheck("vault", async ({ vault: opened }) => {
  if (!(await opened.isHealthy())) {
    return { status: "fail", detail: "the keeper of the root keys does not answer", remedy: "look at it" };
  }
  return { status: "ok", detail: "every key that the database needs is in the keyring, and opens what it sealed" };
});

/** Keys that somebody could guess. */
export const vaultKeys = settingCheck("vault keys", ({ vaultKeys: keys }) => {
  if (keys.length === 0) return { status: "look", detail: "not looked at: there is no keyring yet" };
  const weak = keys.flatMap(({ id, weakness }): Finding[] => {
    if (weakness === null) return [];
    const detail = `key ${id} ${weakness}: whoever has the database can open it`;
    const remedy = "make a key with head -c 32 /dev/urandom | base64, put it first, and run svc-server vault rotate";
    return [{ status: "fail", detail, remedy }];
  });
  return weak.length > 0 ? weak : { status: "ok", detail: "they look random" };
});
