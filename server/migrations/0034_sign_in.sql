-- A random key of this installation: emails and networks are stored and logged as keyed hashes alone.
CREATE TABLE "installation_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
INSERT INTO "installation_keys" ("name", "value")
  VALUES ('sign-in', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
--> statement-breakpoint
-- Failed tries of a password or a sign-in code, by keyed hashes of what was tried.
CREATE TABLE "sign_in_delays" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_delays_updated_at_idx" ON "sign_in_delays" USING btree ("updated_at");--> statement-breakpoint
-- Which accounts a network failed to sign in to lately.
CREATE TABLE "sign_in_networks" (
	"network" text NOT NULL,
	"account" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_networks_network_account_pk" PRIMARY KEY("network","account")
);
--> statement-breakpoint
CREATE INDEX "sign_in_networks_at_idx" ON "sign_in_networks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sign_in_networks_account_idx" ON "sign_in_networks" USING btree ("account");
--> statement-breakpoint

-- Counts a try as failed before anything is checked, so that tries at the same moment cannot all pass;
-- who succeeds deletes the rows. Returns the seconds to wait; 0 lets the try go on. After p_free failures
-- the wait is one second, and doubles up to p_max_wait seconds. A day without a failure starts afresh.
-- p_network: NULL leaves the limit of p_max_accounts failing accounts an hour out.
CREATE FUNCTION take_sign_in_try(
  p_key text, p_network text, p_now timestamptz, p_free int, p_max_wait int, p_max_accounts int
) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  v_until timestamptz;
BEGIN
  IF p_network IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('sign-in ' || p_network, 0));
    SELECT at + interval '1 hour' INTO v_until FROM sign_in_networks
      WHERE network = p_network AND account <> p_key AND at > p_now - interval '1 hour'
      ORDER BY at DESC OFFSET p_max_accounts - 1 LIMIT 1;
    IF FOUND THEN
      RETURN extract(epoch FROM v_until - p_now);
    END IF;
    INSERT INTO sign_in_networks (network, account, at) VALUES (p_network, p_key, p_now)
      ON CONFLICT (network, account) DO UPDATE SET at = excluded.at;
  END IF;

  INSERT INTO sign_in_delays AS known (key, failures, next_try_at, updated_at)
    VALUES (p_key, 1, p_now, p_now)
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN known.updated_at <= p_now - interval '1 day' THEN 1
        ELSE known.failures + 1 END,
      next_try_at = p_now + CASE
        WHEN known.updated_at <= p_now - interval '1 day' OR known.failures + 1 < p_free
          THEN interval '0'
        ELSE make_interval(secs => least(power(2, least(known.failures + 1 - p_free, 20)), p_max_wait))
        END,
      updated_at = p_now
    WHERE known.next_try_at <= p_now;
  IF FOUND THEN
    RETURN 0;
  END IF;
  SELECT next_try_at INTO v_until FROM sign_in_delays WHERE key = p_key;
  RETURN greatest(extract(epoch FROM v_until - p_now), 1);
END $$;
--> statement-breakpoint

-- When the golfer's sign-in code was set up; NULL without one.
ALTER TABLE "golfers" ADD COLUMN "sign_in_code_at" timestamp with time zone;--> statement-breakpoint
-- Whether the session was opened, or confirmed later, with a sign-in code.
ALTER TABLE "sessions" ADD COLUMN "code_used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Secrets of authenticator apps (RFC 6238). The pending one counts once a code of it was confirmed.
CREATE TABLE "sign_in_codes" (
	"golfer_id" integer PRIMARY KEY NOT NULL,
	"secret" text,
	"pending_secret" text,
	"last_step" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sign_in_codes_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "golfers"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"golfer_id" integer NOT NULL,
	CONSTRAINT "recovery_codes_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "golfers"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "recovery_codes_golfer_id_idx" ON "recovery_codes" USING btree ("golfer_id");--> statement-breakpoint
-- A link that sets a new password on request: it lives an hour, and only the newest one works.
ALTER TABLE "welcome_links" ADD COLUMN "is_reset" boolean DEFAULT false NOT NULL;
