-- A spot was taken by a golfer: who has been on the hook for longest is so no more, and hears of it; the
-- golfer, who comes back, first. The caller holds the tee time's lock.
CREATE OR REPLACE FUNCTION let_off_hook(p_tee_time tee_times, p_golfer_id int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_hook on_the_hook;
BEGIN
  DELETE FROM on_the_hook WHERE id = (
    SELECT id FROM on_the_hook WHERE tee_time_id = p_tee_time.id
    ORDER BY (golfer_id = p_golfer_id) DESC, id LIMIT 1
  ) RETURNING * INTO v_hook;
  IF FOUND AND v_hook.golfer_id <> p_golfer_id THEN
    PERFORM tell_off_hook(p_tee_time, v_hook, p_golfer_id, p_now);
  END IF;
END $$;
