-- A held spot opens: by the creator, or by who it is held for. outcome: released | already | gone.
-- nobody hears of a spot that opens beside others that are open.
CREATE OR REPLACE FUNCTION release_hold(
  p_tee_time_id int, p_hold_id int, p_by int, p_now timestamptz, OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_was_open int;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  v_was_open := open_spots(p_tee_time_id);
  DELETE FROM spot_holds
    WHERE id = p_hold_id AND tee_time_id = p_tee_time_id
      AND (golfer_id = p_by OR v_tee_time.creator_id = p_by);
  outcome := CASE WHEN FOUND THEN 'released' ELSE 'already' END;
  IF outcome = 'released' THEN
    PERFORM pass_on(v_tee_time, v_was_open, p_by, p_now);
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
