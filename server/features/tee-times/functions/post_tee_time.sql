-- Post, with the poster's own spot where asked for. Answers the card; none when the poster is no
-- longer a member (the row lock keeps a removal waiting until this is done).
-- 
CREATE OR REPLACE FUNCTION post_tee_time(
  p_group_id int, p_creator_id int, p_course text, p_date text, p_time text, p_starts_at timestamptz,
  p_cost int, p_notes text, p_max_players int, p_join boolean, p_now timestamptz,
  p_cancel_hours int DEFAULT NULL
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_id int;
BEGIN
  PERFORM 1 FROM group_members
    WHERE group_id = p_group_id AND golfer_id = p_creator_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO tee_times
    (group_id, number, creator_id, course, date, time, starts_at, cost, notes, max_players, created_at,
      cancel_hours, cut_off_set_at)
  VALUES
    (p_group_id, next_tee_time_number(p_group_id, p_now), p_creator_id, p_course, p_date, p_time,
      p_starts_at, p_cost, p_notes, p_max_players, p_now,
      p_cancel_hours, CASE WHEN p_cancel_hours IS NOT NULL THEN p_now END)
  RETURNING id INTO v_id;
  IF p_join THEN
    INSERT INTO tee_time_participants (tee_time_id, golfer_id, claimed_at)
      VALUES (v_id, p_creator_id, p_now);
  END IF;
  PERFORM graphile_worker.add_job(
    'tell_posted',
    json_build_object('groupId', p_group_id),
    run_at := greatest(p_now, (
      SELECT max(announced_at) + interval '1 minute' FROM tee_times
      WHERE group_id = p_group_id AND announced_at > p_now - interval '1 minute'
    )),
    job_key := 'tell_posted:' || p_group_id,
    job_key_mode := 'preserve_run_at'
  );
  RETURN (SELECT card FROM tee_time_cards WHERE id = v_id);
END $$;
