-- p_by: who took the spot; NULL where the tee time became another.
CREATE OR REPLACE FUNCTION tell_off_hook(p_tee_time tee_times, p_hook on_the_hook, p_by int, p_now timestamptz)
RETURNS void LANGUAGE sql AS $$
  SELECT queue_delivery('off-the-hook', 'changed', NULL, true, p_hook.golfer_id, p_tee_time.group_id,
    array[p_tee_time.id], jsonb_build_object('by', p_by), 'off-the-hook:' || p_hook.id, p_now)
$$;
