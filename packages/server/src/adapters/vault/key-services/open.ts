/** Opens keys of key services. The client of each service is loaded when a keyring names it. */
import type { KeyService, KeyServiceDeps } from "../../../domain/vault/key-service.ts";
import type { KeyReference } from "./reference.ts";

/** Opens a key. Nothing is sent yet. */
export async function openKeyService(key: KeyReference, deps: KeyServiceDeps): Promise<KeyService> {
  switch (key.kind) {
    case "awskms":
      return (await import("./aws.ts")).awsKey(key, deps);
    case "gcpkms":
      return (await import("./google.ts")).googleKey(key, deps);
    case "azure":
      return (await import("./azure.ts")).azureKey(key, deps);
    case "transit":
      return (await import("./transit.ts")).transitKey(key, deps);
  }
}
