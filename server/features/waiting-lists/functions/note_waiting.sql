CREATE OR REPLACE FUNCTION note_waiting(p_tee_time_id int, p_golfer_id int, p_event text, p_now timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO waiting_events (tee_time_id, golfer_id, event, at)
    VALUES (p_tee_time_id, p_golfer_id, p_event, p_now)
$$;
