/** The simulated project and its service accounts. Their key is public: it opens nothing but this simulator. */
import { createPublicKey } from "node:crypto";

const privateKey = [
  "-----BEGIN PRIVATE KEY-----",
  "MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDKC8PU9qMV5a9l",
  "XHiPc9SFEn9UeUPEPTCaMsbcLIAnQFB2Hk+UGf89pB6KvTNj464IfvL4W/F8eqwO",
  "91uHyxJ28OrH/9LBL8dTZhD8t8/7oE33DSHN4xgrYcPio8dz4nOCo8q8L0el4AlA",
  "hJAMji136f08bqAtOOD1CBxXI9vWXGzG144Fbq8WEEX/wWhcsbaGOcbw1FI6CrJ2",
  "fxDGZGCWYNc9jFpIP4OkQf0VWFEg55meRuBM6FwTHDxmll8o121+4XzOkwfo+2W7",
  "QsndkrWOMFluQJmW1ZAKvjVlGEXpC+mx67jTbnR9Vpa9xAhljrn5iFE+QDmeyVBS",
  "RCJvpDtBAgMBAAECggEAAuEkC1bwgBFj7Ifi1/iIoNTgp62Kv7M3jBsJJn4j3WtX",
  "Oje4Xp34O0KphMSphNTr2AcnI078JBADf7savNayDqvkTLFiqYoqxw9/Unq0Jhvk",
  "wI6ZWrvPzl54UjSPVSF3D/eRnhj2ZnDI8PhyrRshnsHg8AmLktlqq1NQRBWovmdQ",
  "Tmoy2jNOMXhqeQPskvp26VcEcYALSUXR2BsNNGoo6NU3MYQ0qFmBiUxSGV4670kg",
  "tkY8wxIzIADZFA9LsRtPVGA24nYO7MQ0r4FxNPBoOLwGzkuS3IttkcryhV4e74+4",
  "KKyfc7DYgrehG68C4pIHgBCeoIUa9r2zp26ClJq/GQKBgQDy85UpwIBHE2u8GF+g",
  "D6lm2BZAZcQmDfuoEnXewhCFslDVI8vjWjOOsXpVIH8wdR9KhF/6tgBYnuJt2jqi",
  "21fgDx0E4P6PmoA4kYPcvkNNwzUgybFR16fB4SUjJ96EfBb5t1T14ygJnXidIcrC",
  "U8Gjsop/hlXXl3wYO5w2IwKStwKBgQDU5cJRhZLAmlJTyjg7uDDoILpVnQT+T+98",
  "+xaKa48+YzS6ovYjdE5RXs9+7aGtr5pDNICmvQPquvLLjv8pR73s5/GfNjq8ml5F",
  "6QaK5MLA1VQnA0pw0+4vZ2aNfkh5JyiLAYBAYsNY54DVEcy3G/dHChxT33U2w7Ft",
  "f9yLg6JJxwKBgG3d85WXBSufP7gm+Y+DpaLpk1555vMinayK9JzQ+/HKCr3oWzqs",
  "PuaHof+/G2WJgaYMKO9SwONSrqjo6F1ffeTIUOI08Ul1oAh03cHElOEkpvD15OdS",
  "8/08WLQGQp19FFLHMnejyyZV/QZqEqxAfjAN/I3g7Q765VZ8Fo9w06gPAoGAaRKw",
  "cf2jrS08/p+qW0cP1DD65fAmG8Gl6CAgQtbNDrR1vLtbEaqAUMajT/jGN+uYDh0m",
  "daSJ/1qfI/oCUwRWZ0seRD7GhHkHmCdnFDvNJtDixJJqNf9S6dB1m9W8vRanetuV",
  "ybE0yncPbZloWOMTitshmf+KYSn6MpnNZonkGdcCgYBvOrO/Ai+pvXL+MRzA9wfG",
  "OTJoxfNU10Vq4+4l8L/Kav8ls0jHnJrcydiCviiymqcJLRE+7mqmzGYcFxFk+b0i",
  "+7NRlFMTJ4SiXQWODz4DjyH9S92YPx5ScDq9q5t3zTGh9z6mTcEPXeJB3FfFZLlR",
  "vMwtFLzDzA9kLySMjA7bfg==",
  "-----END PRIVATE KEY-----",
  "",
].join("\n");

/** The public key that verifies tokens. */
export const publicKey = createPublicKey(privateKey);

/** The simulated project. */
export const projectId = "harbor-prod";

const accountOf = (number: number, name: string) => ({
  project_id: projectId,
  client_email: `${name}@${projectId}.iam.gserviceaccount.com`,
  private_key_id: String(number).repeat(40),
  private_key: privateKey,
});

/** The accounts that have access, by name. */
export const accounts = { everything: accountOf(1, "everything"), viewer: accountOf(2, "viewer") } as const;

/** An account's key file as downloaded from the console, with addresses that a client must not use. */
export function keyFileOf(account: (typeof accounts)[keyof typeof accounts]): string {
  const file = {
    type: "service_account",
    ...account,
    client_id: "105512345678901234567",
    auth_uri: "https://accounts.elsewhere.example/o/oauth2/auth",
    token_uri: "https://token.elsewhere.example/token",
    universe_domain: "googleapis.com",
  };
  return JSON.stringify(file, null, 2);
}
