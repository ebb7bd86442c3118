-- A guest goes: by the host, or by the tee time's creator. outcome: removed | already (is not there) | gone.
-- after the cut-off, who takes a guest out stays on the hook.
CREATE OR REPLACE FUNCTION remove_guest(
  p_tee_time_id int, p_guest_id int, p_by int, p_now timestamptz, OUT outcome text, OUT card jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
  v_was_full boolean;
  v_host_id int;
BEGIN
  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  v_was_full := v_tee_time.max_players <= v_tee_time.aside +
    (SELECT count(*) FROM tee_time_participants WHERE tee_time_id = p_tee_time_id);
  DELETE FROM guests
    WHERE id = p_guest_id AND tee_time_id = p_tee_time_id
      AND (host_id = p_by OR v_tee_time.creator_id = p_by)
    RETURNING host_id INTO v_host_id;
  outcome := CASE WHEN FOUND THEN 'removed' ELSE 'already' END;
  IF outcome = 'removed' THEN
    IF v_host_id = p_by THEN
      PERFORM put_on_hook(v_tee_time, p_by, 1, p_now);
    END IF;
    PERFORM tell_creator(v_tee_time, p_by, p_now);
    IF v_was_full OR v_tee_time.waiting > 0 THEN
      PERFORM offer_spots(v_tee_time, p_by, p_now);
    END IF;
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
END $$;
