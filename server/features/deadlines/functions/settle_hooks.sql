-- After an edit: nobody is on the hook before the cut-off, and no more are than there are spots to take.
-- The caller holds the tee time's lock.
CREATE OR REPLACE FUNCTION settle_hooks(p_tee_time_id int, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_hook on_the_hook;
  v_most int;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times WHERE id = p_tee_time_id;
  v_most := CASE WHEN cut_off_of(v_tee_time) <= p_now THEN v_tee_time.max_players -
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time_id) -
    (SELECT count(*) FROM guests WHERE tee_time_id = p_tee_time_id) ELSE 0 END;
  FOR v_hook IN
    DELETE FROM on_the_hook WHERE id IN (
      SELECT id FROM on_the_hook WHERE tee_time_id = p_tee_time_id ORDER BY id DESC OFFSET v_most
    ) RETURNING *
  LOOP
    PERFORM tell_off_hook(v_tee_time, v_hook, NULL, p_now);
  END LOOP;
END $$;
