-- A player brings a guest. outcome: brought | full | more (than the group allows) | not_playing | past | gone.
-- a spot that is taken lets somebody off the hook.
-- who brings somebody for whom a spot is held by name brings them in that spot: opened first,
-- it would be the line's.
CREATE OR REPLACE FUNCTION bring_guest(
  p_tee_time_id int, p_host_id int, p_name text, p_most int, p_now timestamptz,
  OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_hold_id int;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  PERFORM lapse_offers(v_tee_time, p_now);
  SELECT min(id) INTO v_hold_id FROM spot_holds
    WHERE tee_time_id = p_tee_time_id AND golfer_id IS NULL AND lower(name) = lower(p_name);
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := CASE
    WHEN v_tee_time.starts_at <= p_now THEN 'past'
    WHEN NOT card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_host_id))
      THEN 'not_playing'
    WHEN v_hold_id IS NULL AND (card->>'availableSpots')::int <= 0 THEN 'full'
    WHEN (SELECT count(*) FROM guests WHERE tee_time_id = p_tee_time_id AND host_id = p_host_id)
      >= p_most THEN 'more'
    ELSE 'brought'
  END;
  IF outcome = 'brought' THEN
    DELETE FROM spot_holds WHERE id = v_hold_id;
    INSERT INTO guests (tee_time_id, host_id, name, created_at)
      VALUES (p_tee_time_id, p_host_id, p_name, p_now);
    PERFORM let_off_hook(v_tee_time, p_host_id, p_now);
    PERFORM tell_creator(v_tee_time, p_host_id, p_now);
    SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  END IF;
END $$;
