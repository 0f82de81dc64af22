-- Retention walked all keys by their age, and past each that it had let expire already: what is kept of those only says
-- that they were used, and is kept for years. Now a key stands in one index while its answer is kept and in another after.
CREATE INDEX idempotency_keys_answered ON idempotency_keys (created_at) WHERE state IN ('done', 'freed');
CREATE INDEX idempotency_keys_expired ON idempotency_keys (created_at) WHERE state = 'expired';
DROP INDEX idempotency_keys_age;
