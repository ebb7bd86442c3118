-- The lowest number that no tee time of the group has had within 60 days after its tee-off. The lock
-- keeps others that post in the group waiting until the end of the transaction.
CREATE OR REPLACE FUNCTION next_tee_time_number(p_group_id int, p_now timestamptz) RETURNS int
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('tee-time-number:' || p_group_id, 0));
  RETURN (
    WITH held AS (
      SELECT number FROM tee_times
      WHERE group_id = p_group_id AND starts_at > p_now - interval '60 days'
    )
    SELECT min(free.number)
    FROM generate_series(1, (SELECT count(*)::int + 1 FROM held)) AS free (number)
    WHERE NOT EXISTS (SELECT FROM held WHERE held.number = free.number)
  );
END $$;
