-- Every filter of a listing reads its page from an index, however many rows there are.

-- Of a tenant, and of an action in it: action_id stands last, so that rows of other actions are passed over in the index.
CREATE INDEX executions_tenant ON executions (client_id, tenant_id, created_at, id, action_id);
DROP INDEX executions_listing;
-- A connection is of one tenant, so its id alone is enough.
CREATE INDEX executions_connection ON executions (connection_id, created_at, id);
-- What did not succeed is rare, and is what is looked for. What is open was in both of these before; now it is in one.
CREATE INDEX executions_troubled ON executions (client_id, tenant_id, status, created_at, id)
  WHERE status IN ('failed', 'outcome_unknown');
DROP INDEX executions_unresolved;
CREATE INDEX executions_running ON executions (client_id, tenant_id, status, created_at, id)
  WHERE status IN ('accepted', 'dispatched');
DROP INDEX executions_open;

-- Deleted tenants are in no listing.
CREATE INDEX tenants_living ON tenants (client_id, living_mark, created_at, id);
DROP INDEX tenants_listing;
