/** The entities of the simulated account. */

/** The record types. */
export const objectTypes = ["contacts", "companies", "deals", "tickets", "notes"] as const;
/** A record type. */
export type ObjectType = (typeof objectTypes)[number];

/** A record. */
export interface StoredObject {
  readonly id: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** An association of two records. Both directions are stored. */
export interface StoredAssociation {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** A user who can own records. */
export interface StoredOwner {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userId: number;
}

/** Properties that the account's administrator added to each type. */
export const ownProperties: Readonly<Record<ObjectType, readonly string[]>> = {
  contacts: ["svc_execution"],
  companies: ["svc_execution"],
  deals: ["svc_execution"],
  tickets: ["svc_execution"],
  notes: [],
};

/** The default properties of each type. */
export const usualProperties: Readonly<Record<ObjectType, readonly string[]>> = {
  contacts: ["email", "firstname", "lastname", "phone", "company", "lifecyclestage"],
  companies: ["name", "domain", "phone", "city"],
  deals: ["dealname", "amount", "dealstage", "pipeline", "closedate", "hubspot_owner_id"],
  tickets: ["subject", "content", "hs_pipeline", "hs_pipeline_stage", "hs_ticket_priority"],
  notes: ["hs_note_body", "hs_timestamp"],
};

/** The properties of each type that have unique values. */
export const uniqueProperties: Readonly<Record<ObjectType, readonly string[]>> = {
  contacts: ["email", "svc_execution"],
  companies: ["svc_execution"],
  deals: ["svc_execution"],
  tickets: ["svc_execution"],
  notes: [],
};
