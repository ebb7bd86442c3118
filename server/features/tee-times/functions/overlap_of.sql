-- Another round of a golfer, in any of their groups, that begins less than a round's length before or after an
-- instant: the nearest; NULL for none.
CREATE OR REPLACE FUNCTION overlap_of(p_golfer_id int, p_starts_at timestamptz, p_except int, p_round_minutes int)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('teeTimeId', t.id, 'groupId', g.id, 'groupName', g.name, 'course', t.course,
    'date', t.date, 'time', t.time)
  FROM group_members m
  JOIN groups g ON g.id = m.group_id
  JOIN tee_times t ON t.group_id = m.group_id
    AND t.starts_at > p_starts_at - make_interval(mins => p_round_minutes)
    AND t.starts_at < p_starts_at + make_interval(mins => p_round_minutes)
    AND t.cancelled_at IS NULL AND t.archived_at IS NULL AND t.id IS DISTINCT FROM p_except
  WHERE m.golfer_id = p_golfer_id AND EXISTS (
    SELECT FROM tee_time_participants p WHERE p.tee_time_id = t.id AND p.golfer_id = p_golfer_id)
  ORDER BY greatest(t.starts_at, p_starts_at) - least(t.starts_at, p_starts_at), t.id
  LIMIT 1
$$;
