-- Who gives spots up after the cut-off stays on the hook for each. The caller holds the tee time's lock.
CREATE OR REPLACE FUNCTION put_on_hook(p_tee_time tee_times, p_golfer_id int, p_spots int, p_now timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO on_the_hook (tee_time_id, golfer_id, since)
    SELECT p_tee_time.id, p_golfer_id, p_now FROM generate_series(1, p_spots)
    WHERE cut_off_of(p_tee_time) <= p_now
$$;
