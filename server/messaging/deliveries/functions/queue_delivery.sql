-- Queues a message to a golfer unless the account is deleted, the group is inactive, or the golfer switched
-- off this kind of message or muted the group. Inserts a row in deliveries and its job in the caller's
-- transaction. Returns the row's id, or NULL if nothing was queued. If the key already exists, does nothing.
-- p_request_id: see add_deliver_job.
-- p_kind: the kind of message, for which golfers choose a channel; NULL for messages that are always emailed.
-- This is an SQL function so that one statement can queue a message and a job for each row of a query.
CREATE OR REPLACE FUNCTION queue_delivery(
  p_event text, p_kind text, p_golfer_id int, p_group_id int, p_tee_time_ids int[], p_data jsonb,
  p_key text, p_now timestamptz, p_request_id text DEFAULT NULL
) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_channel text;
  v_id int;
BEGIN
  -- Messages without a kind, such as those about account security, are always emailed.
  SELECT CASE WHEN p_kind IS NULL THEN 'email' ELSE coalesce(pref.channels ->> p_kind, 'text') END
    INTO v_channel FROM golfers g LEFT JOIN preferences pref ON pref.golfer_id = g.id
    WHERE g.id = p_golfer_id AND g.deleted_at IS NULL;
  -- A golfer who left the group may rejoin before the message is sent, so 'left' is checked only then.
  IF NOT FOUND OR message_refusal(p_golfer_id, p_group_id, p_kind) IN ('off', 'muted') THEN
    RETURN NULL;
  END IF;
  IF p_group_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM groups WHERE id = p_group_id AND is_active
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO deliveries (event, golfer_id, group_id, tee_time_ids, data, key, channel, created_at)
    VALUES (p_event, p_golfer_id, p_group_id, p_tee_time_ids, p_data, p_key, v_channel, p_now)
    ON CONFLICT (key) DO NOTHING
    RETURNING id INTO v_id;
  IF v_id IS NOT NULL THEN
    PERFORM add_deliver_job(v_id, p_event, p_request_id);
  END IF;
  RETURN v_id;
END $$;
