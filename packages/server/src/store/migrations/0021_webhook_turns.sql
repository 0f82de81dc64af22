-- What is due is looked for endpoint by endpoint, so that the backlog of one endpoint is not in the way of the others.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'pending';
