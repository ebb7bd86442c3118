-- Returns the id of the golfer's round that begins closest to p_starts_at, in any of their groups, if it
-- begins less than p_round_minutes before or after. Leaves out the tee time p_except. Returns NULL if there
-- is none.
CREATE OR REPLACE FUNCTION overlapping_round(
  p_golfer_id int, p_starts_at timestamptz, p_except int, p_round_minutes int
) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT t.id
  FROM group_members m
  JOIN live_groups g ON g.id = m.group_id
  JOIN tee_times t ON t.group_id = m.group_id
    AND t.starts_at > p_starts_at - make_interval(mins => p_round_minutes)
    AND t.starts_at < p_starts_at + make_interval(mins => p_round_minutes)
    AND t.cancelled_at IS NULL AND t.archived_at IS NULL AND t.id IS DISTINCT FROM p_except
  WHERE m.golfer_id = p_golfer_id AND EXISTS (SELECT FROM spots s
    WHERE s.tee_time_id = t.id AND s.golfer_id = p_golfer_id AND s.status = 'player')
  ORDER BY greatest(t.starts_at, p_starts_at) - least(t.starts_at, p_starts_at), t.id
  LIMIT 1
$$;
