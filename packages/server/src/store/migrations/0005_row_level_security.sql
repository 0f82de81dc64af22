-- Row-level security on PostgreSQL, forced on the owner as well: a statement that forgets its condition shows nothing
-- that its transaction is not about. SQLite has none. scope.ts sets, for one transaction, exactly one of
--   svc.client_id   a service client: all of its rows,
--   svc.subject_id  a tenant, connection, session, flow or execution: itself and what hangs on it,
--   svc.system      'on' for what acts across clients by intent.
-- An unset setting is NULL, or '' after a transaction in which it was set; both fit no row.

{{postgres}} ALTER TABLE service_clients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON service_clients USING (
  id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE service_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON service_keys USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON tenants USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE connections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON connections USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE connect_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON connect_sessions USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE executions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON executions USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON idempotency_keys USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR execution_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE audit_chains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON audit_chains USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

{{postgres}} ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON audit_events USING (
  client_id = nullif(current_setting('svc.client_id', true), '')
  OR current_setting('svc.system', true) = 'on');

-- Rows without a client of their own are seen with what they belong to. The look-up in a policy goes by the other
-- table's policy; it comes last, for it is what costs.

{{postgres}} ALTER TABLE tenant_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON tenant_keys USING (
  tenant_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM tenants WHERE tenants.id = tenant_keys.tenant_id));

{{postgres}} ALTER TABLE credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON credentials USING (
  connection_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connections WHERE connections.id = credentials.connection_id));

{{postgres}} ALTER TABLE credential_refreshes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON credential_refreshes USING (
  connection_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connections WHERE connections.id = credential_refreshes.connection_id));

{{postgres}} ALTER TABLE pending_completions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON pending_completions USING (
  session_id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connect_sessions WHERE connect_sessions.id = pending_completions.session_id));

{{postgres}} ALTER TABLE oauth_flows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
{{postgres}} CREATE POLICY scope ON oauth_flows USING (
  session_id = nullif(current_setting('svc.subject_id', true), '')
  OR id = nullif(current_setting('svc.subject_id', true), '')
  OR current_setting('svc.system', true) = 'on'
  OR EXISTS (SELECT 1 FROM connect_sessions WHERE connect_sessions.id = oauth_flows.session_id));
