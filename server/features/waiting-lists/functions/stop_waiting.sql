-- outcome: left | already (did not wait) | gone.
CREATE OR REPLACE FUNCTION stop_waiting(
  p_tee_time_id int, p_golfer_id int, p_now timestamptz, OUT outcome text, OUT card jsonb
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
  PERFORM lapse_offers(v_tee_time, p_now);
  outcome := CASE WHEN leave_line(v_tee_time, p_golfer_id, p_now) THEN 'left' ELSE 'already' END;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
