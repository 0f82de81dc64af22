/** All stand-ins for key services, with the keyring entry and the platform's variables for each. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { awsKeyArn, startAwsKms, type AwsKms } from "./aws.ts";
import { azureKeyName, startAzureVault, type AzureVault } from "./azure.ts";
import { googleKeyName, startGoogleKms, type GoogleKms } from "./google.ts";
import { startTransit, transitKeyPath, type Transit } from "./transit.ts";

/** The running services. */
export type KeyServices = {
  awskms: AwsKms;
  gcpkms: GoogleKms;
  azure: AzureVault;
  transit: Transit;
  /** What follows the id in a keyring's entry. */
  references: Readonly<Record<ServiceKind, string>>;
  /** The variables with which a server finds its credentials for all of them. */
  variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** The kinds of services, by the word that keyrings use. */
export const serviceKinds = ["awskms", "gcpkms", "azure", "transit"] as const;

/** One of them. */
export type ServiceKind = (typeof serviceKinds)[number];

/** Starts all of them. @param folder for the token of the transit engine. */
export async function startKeyServices(folder: string): Promise<KeyServices> {
  const [awskms, gcpkms] = await Promise.all([startAwsKms(), startGoogleKms()]);
  const [azure, transit] = await Promise.all([startAzureVault(), startTransit()]);
  const tokenFile = join(folder, "transit-token");
  writeFileSync(tokenFile, `${transit.token}\n`, { mode: 0o600 });
  return {
    awskms,
    gcpkms,
    azure,
    transit,
    references: {
      awskms: `awskms:${awsKeyArn}@${awskms.url}`,
      gcpkms: `gcpkms:${googleKeyName}@${gcpkms.url}`,
      azure: `azure:${azure.url}/keys/${azureKeyName}`,
      transit: `transit:${transitKeyPath}@${transit.url}`,
    },
    variables: {
      AWS_EC2_METADATA_SERVICE_ENDPOINT: awskms.url,
      GCE_METADATA_HOST: new URL(gcpkms.url).host,
      AZURE_POD_IDENTITY_AUTHORITY_HOST: azure.url,
      SVC_TRANSIT_TOKEN_FILE: tokenFile,
    },
    async close() {
      await Promise.all([awskms.close(), gcpkms.close(), azure.close(), transit.close()]);
    },
  };
}
