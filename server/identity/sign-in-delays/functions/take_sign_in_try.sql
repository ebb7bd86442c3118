-- Counts an attempt as failed before it is checked, so that concurrent attempts cannot exceed the limit.
-- After a success, the caller deletes the rows. Returns the seconds to wait, or 0 if the attempt may proceed.
-- After p_free failures the delay is one second. It doubles with each further failure, up to p_max_wait
-- seconds, and is reset after a day without failures. A network may fail on p_max_accounts accounts an hour;
-- NULL in p_network skips this limit.
CREATE OR REPLACE FUNCTION take_sign_in_try(
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
