-- The purge deletes the oldest rows first.
CREATE INDEX incoming_texts_received_at_idx ON incoming_texts (received_at);
--> statement-breakpoint
CREATE INDEX late_notices_told_at_idx ON late_notices (told_at);
--> statement-breakpoint
CREATE INDEX on_the_hook_since_idx ON on_the_hook (since);
--> statement-breakpoint
CREATE INDEX tee_time_delays_delayed_at_idx ON tee_time_delays (delayed_at);
--> statement-breakpoint
CREATE INDEX waiting_events_at_idx ON waiting_events (at);
--> statement-breakpoint
CREATE INDEX weather_checks_checked_at_idx ON weather_checks (checked_at);
--> statement-breakpoint

-- Which task sends a message. Those that cannot wait have workers of their own.
CREATE FUNCTION delivery_task(p_event text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_event = 'reply' THEN 'deliver_reply'
    WHEN p_event IN ('offer', 'seated', 'offer-lapsed') THEN 'deliver_offer'
    WHEN p_event IN ('password-changed', 'password-reset', 'phone-changed') THEN 'deliver_notice'
    ELSE 'deliver'
  END
$$;
--> statement-breakpoint

-- As before, with the task by the event; what tells a whole group comes after what tells one golfer.
CREATE OR REPLACE FUNCTION queue_delivery(
  p_event text, p_kind text, p_channel text, p_heard_when_muted boolean, p_golfer_id int,
  p_group_id int, p_tee_time_ids int[], p_data jsonb, p_key text, p_now timestamptz
) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_channel text;
  v_id int;
BEGIN
  SELECT coalesce(p_channel, pref.channels ->> p_kind, 'text') INTO v_channel
    FROM golfers g LEFT JOIN preferences pref ON pref.golfer_id = g.id
    WHERE g.id = p_golfer_id AND g.deleted_at IS NULL;
  IF NOT FOUND OR v_channel = 'off' THEN
    RETURN NULL;
  END IF;
  IF p_group_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM groups WHERE id = p_group_id AND is_active
  ) THEN
    RETURN NULL;
  END IF;
  IF NOT p_heard_when_muted AND EXISTS (
    SELECT FROM group_members WHERE group_id = p_group_id AND golfer_id = p_golfer_id AND muted
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO deliveries (event, golfer_id, group_id, tee_time_ids, data, key, channel, created_at)
    VALUES (p_event, p_golfer_id, p_group_id, p_tee_time_ids, p_data, p_key, v_channel, p_now)
    ON CONFLICT (key) DO NOTHING
    RETURNING id INTO v_id;
  IF v_id IS NOT NULL THEN
    PERFORM graphile_worker.add_job(delivery_task(p_event), json_build_object('deliveryId', v_id),
      job_key := 'deliver:' || v_id,
      priority := CASE WHEN p_event IN ('posted', 'opened', 'last-call') THEN 10 ELSE 0 END);
  END IF;
  RETURN v_id;
END $$;
