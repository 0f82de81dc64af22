/** Where the clients find the platform's credentials. None comes from svc's database. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { ServiceKind } from "../../../../../../tools/key-services/all.ts";
import { KeyServiceError } from "../../../../src/domain/vault/key-service.ts";
import { startServices, type ServicesFixture } from "./fixture.ts";

let fixture: ServicesFixture;
before(async () => {
  fixture = await startServices();
});
after(() => fixture.close());

const context = { deploymentId: "dep_1", rootKeyId: "main" };

function file(name: string, text: string): string {
  const path = join(fixture.folder, name);
  writeFileSync(path, text);
  return path;
}

/** Wraps with these variables. @returns the requests of the service, or why there was none. */
async function wrapWith(kind: ServiceKind, variables: Readonly<Record<string, string | null>>): Promise<string> {
  const service = await fixture.client(kind, fixture.deps(variables));
  const { asked } = fixture.services[kind];
  asked.length = 0;
  try {
    await service.wrap(new Uint8Array(32), context);
    return asked.join(", ");
  } catch (error) {
    assert.ok(error instanceof KeyServiceError);
    assert.doesNotMatch(error.message, /canary/);
    return `${error.fault}: ${error.message}`;
  }
}

test("AWS: variables, then a web identity, then a container, then the instance", async () => {
  const { url } = fixture.services.awskms;
  const keys = { AWS_ACCESS_KEY_ID: "AKIAEXAMPLE", AWS_SECRET_ACCESS_KEY: "canary-secret" };
  assert.equal(await wrapWith("awskms", keys), "POST /");
  const identity = { AWS_ROLE_ARN: "arn:aws:iam::1:role/svc", AWS_ENDPOINT_URL_STS: url };
  const token = file("web-identity", "canary-web-identity\n");
  assert.equal(await wrapWith("awskms", { ...identity, AWS_WEB_IDENTITY_TOKEN_FILE: token }), "POST /, POST /");
  file("web-identity", "canary-another");
  assert.match(await wrapWith("awskms", { ...identity, AWS_WEB_IDENTITY_TOKEN_FILE: token }), /^denied: AWS STS/);
  const container = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/container`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file("container", "canary-container-token"),
  };
  assert.equal(await wrapWith("awskms", container), "GET /container, POST /");
  const elsewhere = { ...container, AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://example.com/x" };
  assert.match(await wrapWith("awskms", elsewhere), /^denied: AWS_CONTAINER_CREDENTIALS_FULL_URI/);
  const metadata = "/latest/meta-data/iam/security-credentials/";
  assert.equal(await wrapWith("awskms", {}), `PUT /latest/api/token, GET ${metadata}, GET ${metadata}svc-role, POST /`);
  assert.match(
    await wrapWith("awskms", { AWS_EC2_METADATA_DISABLED: "true" }),
    /^denied: there are no AWS credentials/,
  );
});

test("Google: the metadata service, or workload identity federation, but no private key", async () => {
  const { url } = fixture.services.gcpkms;
  const token = "/computeMetadata/v1/instance/service-accounts/default/token";
  const wrap = "POST /v1/projects/acme-prod/locations/europe-west1/keyRings/svc/cryptoKeys/root:encrypt";
  assert.equal(await wrapWith("gcpkms", {}), `GET ${token}, ${wrap}`);
  const source = { file: file("workload", JSON.stringify({ token: "canary-workload-token" })) };
  const config = {
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${url}/v1/token`,
    service_account_impersonation_url: `${url}/v1/projects/-/serviceAccounts/svc@p.iam.gserviceaccount.com:generateAccessToken`,
    credential_source: { ...source, format: { type: "json", subject_token_field_name: "token" } },
  };
  const of = (content: object) => ({ GOOGLE_APPLICATION_CREDENTIALS: file("google.json", JSON.stringify(content)) });
  const federated = await wrapWith("gcpkms", of(config));
  assert.match(federated, /^POST \/v1\/token, POST \S+:generateAccessToken, POST \S+:encrypt$/);
  const evil = { ...config, token_url: "https://evil.example/token" };
  assert.match(await wrapWith("gcpkms", of(evil)), /^denied: .*isn't Google's/);
  const own = { type: "service_account", private_key: "canary-private-key" };
  assert.match(await wrapWith("gcpkms", of(own)), /^denied: .*isn't one of workload identity federation/);
});

test("Azure: workload identity, or the managed identity", async () => {
  const wrap = "POST /keys/svc-root/wrapkey, POST /keys/svc-root/0123456789abcdef0123456789abcdef/sign";
  const identity = "GET /metadata/identity/oauth2/token";
  const managed = await wrapWith("azure", {});
  assert.deepEqual(
    managed
      .split(", ")
      .filter((one) => one !== identity)
      .join(", "),
    wrap,
  );
  const workload = {
    AZURE_CLIENT_ID: "client",
    AZURE_TENANT_ID: "tenant",
    AZURE_AUTHORITY_HOST: fixture.services.azure.url,
    AZURE_FEDERATED_TOKEN_FILE: file("azure", "canary-workload-token"),
  };
  assert.match(
    await wrapWith("azure", workload),
    /^POST \/tenant\/oauth2\/v2\.0\/token, POST \/keys\/svc-root\/wrapkey/,
  );
  file("azure", "canary-another");
  assert.match(await wrapWith("azure", workload), /^denied: Microsoft Entra ID/);
});

test("transit: a token file that is read again each time, or a Kubernetes role", async () => {
  const path = file("token", "canary-transit-token");
  const wrap = "POST /v1/transit/encrypt/svc-root";
  assert.equal(await wrapWith("transit", { SVC_TRANSIT_TOKEN_FILE: path }), wrap);
  fixture.services.transit.token = "canary-renewed";
  assert.match(
    await wrapWith("transit", { SVC_TRANSIT_TOKEN_FILE: path }),
    /^denied: Vault or OpenBao refuses encrypt/,
  );
  file("token", "canary-renewed\n");
  assert.equal(await wrapWith("transit", { SVC_TRANSIT_TOKEN_FILE: path }), wrap);
  const kubernetes = {
    SVC_TRANSIT_TOKEN_FILE: null,
    SVC_TRANSIT_ROLE: "svc",
    SVC_TRANSIT_JWT_FILE: file("jwt", "canary-service-account-token"),
  };
  assert.equal(await wrapWith("transit", kubernetes), `POST /v1/auth/kubernetes/login, ${wrap}`);
  assert.match(await wrapWith("transit", { SVC_TRANSIT_TOKEN_FILE: null }), /^denied: neither/);
});
