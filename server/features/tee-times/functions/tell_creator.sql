-- One message for all that happened to a tee time within five minutes: the first change sets the
-- hour, later ones fold into it, and the message tells the state at the time of sending.
CREATE OR REPLACE FUNCTION tell_creator(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_golfer_id <> p_tee_time.creator_id THEN
    PERFORM graphile_worker.add_job(
      'tell_creator',
      json_build_object('teeTimeId', p_tee_time.id),
      run_at := p_now + interval '5 minutes',
      job_key := 'tell_creator:' || p_tee_time.id,
      job_key_mode := 'preserve_run_at'
    );
  END IF;
END $$;
