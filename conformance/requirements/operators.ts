/** Promises about operators: who gets in, what a role allows, and two who change the same. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source: string): Requirement => ({ id: `operators.${id}`, source, text });
const admin = "contract §11.7";
const signIn = "contract §11.8";

/** Promises about operators. */
export const requirements: readonly Requirement[] = [
  of("token", "Every operation of the admin API needs an active operator token, before anything else is read.", admin),
  of("role", "A change that the role doesn't allow is 403, is recorded, and changes nothing.", admin),
  of("version", "A change of a version that isn't current is 412 PRECONDITION_FAILED, and changes nothing.", admin),
  of("apply", "svc-server apply makes what its file says, and a second run changes nothing.", admin),
  of("apply-faults", "apply names each mistake with line and column before anything is changed.", admin),
  of("forms", "No form of another site changes anything in the console.", signIn),
  of("known", "A person gets in only with a role that a rule gives for what the provider says of them.", signIn),
  of("once", "A response of the provider is good once.", signIn),
  of("same-browser", "A response of the provider is good only in the browser that asked for it.", signIn),
  of("role-taken", "A role that is taken away at the provider is gone within a minute in a session in use.", signIn),
  of("unconfirmed", "While the provider can't be asked, a session may look but not change anything.", signIn),
  of("signed-out", "The provider's signed notice of a sign-out ends the sessions that it names.", signIn),
];
