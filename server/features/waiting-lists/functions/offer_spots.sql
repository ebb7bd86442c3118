-- Spots are offered to the line by a job: how long one is held depends on each golfer's quiet hours.
-- Where there is no line, the members hear of a spot that opens within 48 hours.
-- p_by: who made room; is not told.
CREATE OR REPLACE FUNCTION offer_spots(p_tee_time tee_times, p_by int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM waiting_golfers WHERE tee_time_id = p_tee_time.id) THEN
    PERFORM graphile_worker.add_job('offer_spots', json_build_object('teeTimeId', p_tee_time.id),
      job_key := 'offer_spots:' || p_tee_time.id);
  ELSIF p_tee_time.starts_at > p_now AND p_tee_time.starts_at <= p_now + interval '48 hours' THEN
    PERFORM graphile_worker.add_job(
      'tell_opened',
      json_build_object('teeTimeId', p_tee_time.id, 'leftBy', p_by),
      job_key := 'tell_opened:' || p_tee_time.id || ':' || p_by,
      job_key_mode := 'preserve_run_at'
    );
  END IF;
END $$;
