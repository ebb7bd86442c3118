-- Idempotency keys of calls that create something, each stored in the transaction of what it created.
CREATE TABLE idempotency_keys (
  -- SHA-256 over the golfer, the route and the key that the client sent.
  id bytea PRIMARY KEY,
  -- SHA-256 of the call's parsed content.
  fingerprint bytea NOT NULL,
  -- The first answer as JSON. Null only until the transaction that takes the key commits.
  answer text,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
