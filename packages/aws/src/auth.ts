/**
 * Access keys of IAM users: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html. An id's
 * prefix shows its kind:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
 */
import { oneOf, sensitive } from "@svc/contract";
import {
  ProviderFailure,
  staticCredential,
  type CredentialHint,
  type GrantAdvice,
  type ProviderAccount,
  type ProviderRequest,
  type ReadPort,
  type StaticCredentialAuth,
} from "@svc/provider-kit";
import { isRecord, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { awsRegions, isSts, toSts } from "./regions.ts";
import { signRequest } from "./signature.ts";

const idPattern = "^AKIA[A-Z2-7]{16}$";
const secretPattern = "^[A-Za-z0-9/+]{40}$";
const regionPattern = "^[a-z]{2}-[a-z]+-[0-9]$";
const keysUrl = "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html";

const submission = Type.Object(
  {
    region: oneOf(awsRegions, "The AWS region, such as eu-west-1."),
    access_key_id: Type.String({ description: "The id of an access key (AKIA…).", maxLength: 20, pattern: idPattern }),
    secret_access_key: sensitive(
      Type.String({ description: "The secret of the access key.", maxLength: 40, pattern: secretPattern }),
    ),
  },
  { additionalProperties: false, description: "An access key of an IAM user, and the region to use it in." },
);

/** The required kind of key. */
const wanted = "Use an access key (AKIA…) of an IAM user with only the policy that is needed.";

/** The kinds of ids that are refused, by prefix. */
const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["ASIA", "the id of a temporary key, which expires and needs a session token"],
  ["AIDA", "the id of a user, not of an access key"],
  ["AROA", "the id of a role, not of an access key"],
];

function idHints(): CredentialHint[] {
  return [
    { prefix: "AKIA", accepted: true, message: "The id of an access key." },
    ...refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` })),
  ];
}

/**
 * Returns an auth definition for an access key that the end user provides.
 * @param own.service the service in a signature's credential scope, such as `secretsmanager`.
 */
export function awsAccessKey(own: {
  service: string;
  grantAdvice: (actionIds: readonly string[]) => GrantAdvice;
}): StaticCredentialAuth {
  return staticCredential({
    submission,
    noun: "access key",
    fields: [
      {
        name: "region",
        label: "Region",
        help: "The AWS region that has your secrets.",
        helpUrl: "https://docs.aws.amazon.com/general/latest/gr/rande.html",
        pattern: regionPattern,
      },
      {
        name: "access_key_id",
        label: "Access key ID",
        help: "Of an IAM user with the policy above. Keys of the root user and temporary keys aren't accepted.",
        helpUrl: keysUrl,
        pattern: idPattern,
        hints: idHints,
      },
      {
        name: "secret_access_key",
        label: "Secret access key",
        help: "AWS shows it once, when the access key is created.",
        helpUrl: keysUrl,
        pattern: secretPattern,
      },
    ],
    explain,
    grantAdvice: own.grantAdvice,
    credentialKind: () => "access_key",
    headers: () => ({}),
    signer({ region, access_key_id: accessKeyId, secret_access_key: secretAccessKey }) {
      return (request, nowMs) => {
        const service = isSts(request.origin) ? "sts" : own.service;
        return signRequest(request, { accessKeyId, secretAccessKey, region, service }, nowMs);
      };
    },
    connectionFacts: ({ region }) => ({ region }),
    identify,
  });
}

/** Returns why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const { region, access_key_id: id, secret_access_key: secret } = isRecord(submitted) ? submitted : {};
  if (typeof id !== "string") return `The field access_key_id is missing or isn't a text. ${wanted}`;
  const refused = refusedKinds.find(([prefix]) => id.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (new RegExp(secretPattern).test(id)) return "The access key ID and its secret seem to be swapped.";
  if (!new RegExp(idPattern).test(id)) return `This isn't the id of an access key. ${wanted}`;
  if (typeof secret !== "string") return "The field secret_access_key is missing or isn't a text.";
  if (!new RegExp(secretPattern).test(secret)) {
    return "The secret access key must have 40 letters, digits, slashes and plus signs. Copy it again, without spaces.";
  }
  const regions: readonly unknown[] = awsRegions;
  return regions.includes(region) ? null : "The field region must be the name of one of the listed AWS regions.";
}

const whoAmI: ProviderRequest = {
  method: "POST",
  ...toSts,
  path: [],
  form: { Action: "GetCallerIdentity", Version: "2011-06-15" },
};

/** Asks STS whose key it is, which needs no permission. The region is part of the account: each has its own secrets. */
async function identify(provider: ReadPort): Promise<ProviderAccount> {
  const { region = "" } = provider.connectionFacts;
  const { account, arn } = await provider.read(whoAmI).then(
    ({ body }) => callerInJson(body),
    async (failure: unknown) => {
      // A response that isn't JSON is normally a fault. STS documents XML, but a refusal in XML can't be classified.
      if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_ERROR") throw failure;
      const { body } = await provider.read({ ...whoAmI, responseBody: "text" }).catch(() => {
        throw failure;
      });
      return callerInXml(body);
    },
  );
  if (arn.endsWith(":root")) {
    const detail = `This is a key of the account's root user, which can do everything. ${wanted}`;
    throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
  }
  return { slug: `${account}/${region}`, name: `${arn} in ${region}` };
}

type Caller = { account: string; arn: string };

function callerInJson(body: unknown): Caller {
  const result = record(record(record(body)["GetCallerIdentityResponse"])["GetCallerIdentityResult"]);
  return { account: textOf(result["Account"]), arn: textOf(result["Arn"]) };
}

function callerInXml(body: unknown): Caller {
  const xml = textOf(body);
  return {
    account: textOf(/<Account>(\d{12})<\/Account>/.exec(xml)?.[1]),
    arn: textOf(/<Arn>(arn:[^<>&]+)<\/Arn>/.exec(xml)?.[1]),
  };
}
