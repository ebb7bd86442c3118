-- The members who wish for a tee time, would hear of it now by what they chose, and do not play in it.
-- p_kind: the kind of message. Its creator is not among them.
CREATE OR REPLACE FUNCTION wishers_of(p_tee_time tee_times, p_kind text) RETURNS SETOF int
LANGUAGE sql STABLE AS $$
  SELECT m.golfer_id
  FROM group_members m
  LEFT JOIN preferences pref ON pref.golfer_id = m.golfer_id
  WHERE m.group_id = p_tee_time.group_id AND m.golfer_id <> p_tee_time.creator_id AND NOT m.muted
    AND coalesce(pref.channels ->> p_kind, 'text') <> 'off'
    AND EXISTS (
      SELECT FROM standing_wishes w
      WHERE w.group_id = m.group_id AND w.golfer_id = m.golfer_id
        AND extract(isodow FROM p_tee_time.date::date) = ANY (w.days)
        AND (w.not_before IS NULL OR w.not_before <= p_tee_time.time)
        AND (w.not_after IS NULL OR w.not_after >= p_tee_time.time)
        -- All of its words, in whatever order the course has them.
        AND NOT EXISTS (
          SELECT FROM regexp_split_to_table(lower(w.course), '\s+') AS word
          WHERE position(word IN lower(p_tee_time.course)) = 0
        )
    )
    AND NOT EXISTS (
      SELECT FROM tee_time_participants p
      WHERE p.tee_time_id = p_tee_time.id AND p.golfer_id = m.golfer_id
    )
$$;
