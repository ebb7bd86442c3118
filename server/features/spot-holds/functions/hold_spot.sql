-- Holds an open spot for a member, or for somebody by name; for a member who has one held, until then.
-- outcome: held | full | playing | no_member | past | gone.
-- who waits in line gets a spot by the line. outcome: also waiting.
CREATE OR REPLACE FUNCTION hold_spot(
  p_tee_time_id int, p_golfer_id int, p_name text, p_until timestamptz, p_now timestamptz,
  OUT outcome text, OUT card jsonb, OUT hold_id int
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  IF p_golfer_id IS NOT NULL THEN
    PERFORM 1 FROM group_members
      WHERE group_id = v_tee_time.group_id AND golfer_id = p_golfer_id FOR KEY SHARE;
    IF NOT FOUND THEN
      outcome := 'no_member';
      RETURN;
    END IF;
  END IF;
  PERFORM lapse_offers(v_tee_time, p_now);
  UPDATE spot_holds SET held_until = p_until
    WHERE tee_time_id = p_tee_time_id AND golfer_id = p_golfer_id
    RETURNING id INTO hold_id;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := CASE
    WHEN v_tee_time.starts_at <= p_now THEN 'past'
    WHEN hold_id IS NOT NULL THEN 'held'
    WHEN card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'playing'
    WHEN card->'waiting' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'waiting'
    WHEN (card->>'availableSpots')::int <= 0 THEN 'full'
    ELSE 'held'
  END;
  IF outcome = 'held' AND hold_id IS NULL THEN
    INSERT INTO spot_holds (tee_time_id, golfer_id, name, held_until, created_at)
      VALUES (p_tee_time_id, p_golfer_id, CASE WHEN p_golfer_id IS NULL THEN p_name END, p_until, p_now)
      RETURNING id INTO hold_id;
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  END IF;
END $$;
