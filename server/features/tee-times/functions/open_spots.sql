-- Spots that anybody may claim, as the card tells them.
CREATE OR REPLACE FUNCTION open_spots(p_tee_time_id int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT greatest(0, t.max_players - t.aside - t.waiting -
    (SELECT count(*) FROM tee_time_participants p WHERE p.tee_time_id = t.id)::int)
  FROM tee_times t WHERE t.id = p_tee_time_id
$$;
