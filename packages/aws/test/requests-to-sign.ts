/** Requests in every form that a signature depends on, and the key that signs them. */
import type { SignableRequest } from "@svc/provider-kit";
import { accessKeys } from "../simulator/index.ts";
import type { SigningKey } from "../src/index.ts";

const { id, secret } = accessKeys.everything;
export const key: SigningKey = {
  accessKeyId: id,
  secretAccessKey: secret,
  region: "eu-west-1",
  service: "secretsmanager",
};
/** A request without anything special. */
export const plain: SignableRequest = {
  method: "GET",
  host: "example.amazonaws.com",
  origin: null,
  path: "/",
  query: "",
  headers: {},
  body: "",
};
const json = { "content-type": "application/x-amz-json-1.1", "x-amz-target": "secretsmanager.PutSecretValue" };
/** All of them. */
export const requests: readonly SignableRequest[] = [
  plain,
  { ...plain, host: "127.0.0.1:8080", query: "Action=GetCallerIdentity&Version=2011-06-15" },
  { ...plain, method: "POST", headers: json, body: '{"SecretString":"é 𝄞 \\u2028"}' },
  { ...plain, headers: { "x-amz-meta": "  a   b " }, query: "b=2&a=1+2&a=%2B%26&c=&A=!*'()" },
  { ...plain, method: "DELETE", path: "/a%20b/c%2Fd/é".replace("é", "%C3%A9"), query: "x=%C3%A9" },
];
