-- Gives open spots to golfers. Each index of the arrays is one claim: the tee time, its group, the golfer,
-- the minutes before and after the tee-off in which the golfer may play no other round (NULL skips this
-- check), and the version of the card that the caller knows. Claims at lower indexes get spots first.
--
-- Returns the current card rows of each tee time, whether or not the golfers got spots. If these claims are
-- the only changes since the known version, returns only the new players, as rows of the kind 'claimed' in
-- which all columns of the tee time but its id and version are null.
--
-- Gives no spot, and leaves the claim to the caller, if the tee time has an owed spot, or an expired
-- reservation or offer; if the golfer plays in it, or has a reservation or offer there; or if another round
-- of the golfer overlaps.
--
-- Locks the tee times before it chooses spots. Each later statement has its own snapshot, so it sees every
-- claim that was committed before the lock. If several tee times have open spots, does not wait for one that
-- is already locked, because that would delay the others. Returns no rows for such a tee time. The caller
-- repeats its claims.
CREATE OR REPLACE FUNCTION claim_spots(
  p_tee_time_ids int[], p_group_ids int[], p_golfer_ids int[], p_round_minutes int[], p_known_versions int[],
  p_now timestamptz
) RETURNS SETOF card_rows LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_open int[];
  v_locked int[];
  v_claim_ids int[];
  v_known int[];
  v_row card_rows;
BEGIN
  -- First look without a lock, so that golfers who are too late do not wait for it.
  v_open := array(SELECT DISTINCT tee_time_id FROM spots
    WHERE tee_time_id = ANY (p_tee_time_ids) AND group_id = ANY (p_group_ids) AND status = 'open');
  IF cardinality(v_open) = 1 THEN
    v_locked := array(SELECT id FROM tee_times
      WHERE id = v_open[1] AND group_id = ANY (p_group_ids) FOR NO KEY UPDATE);
  ELSE
    v_locked := array(SELECT id FROM tee_times
      WHERE id = ANY (v_open) AND group_id = ANY (p_group_ids) FOR NO KEY UPDATE SKIP LOCKED);
  END IF;

  WITH claims AS (
    SELECT *, row_number() OVER (PARTITION BY tee_time_id ORDER BY nth) AS turn,
      nextval('spot_claims')::int AS claim_id
    FROM (
      SELECT c.*, t.creator_id
      FROM unnest(p_tee_time_ids, p_group_ids, p_golfer_ids, p_round_minutes) WITH ORDINALITY
        AS c (tee_time_id, group_id, golfer_id, round_minutes, nth)
      JOIN tee_times t ON t.id = c.tee_time_id
      WHERE c.tee_time_id = ANY (v_locked)
        AND t.starts_at > p_now AND num_nonnulls(t.cancelled_at, t.archived_at) = 0
        AND EXISTS (SELECT FROM group_members m
          WHERE m.group_id = c.group_id AND m.golfer_id = c.golfer_id)
        AND NOT EXISTS (SELECT FROM spots s
          WHERE s.tee_time_id = c.tee_time_id
            AND (s.owed_by IS NOT NULL OR s.golfer_id = c.golfer_id OR s.until <= p_now))
        AND (c.round_minutes IS NULL
          OR overlapping_round(c.golfer_id, t.starts_at, t.id, c.round_minutes) IS NULL)
      ORDER BY c.nth
    ) plain
  ), taken AS (
    UPDATE spots s
    SET status = 'player', golfer_id = c.golfer_id, claim_id = c.claim_id, claimed_at = p_now
    FROM claims c CROSS JOIN LATERAL (
      SELECT position FROM spots
      WHERE tee_time_id = c.tee_time_id AND status = 'open'
      ORDER BY position OFFSET c.turn - 1 LIMIT 1
    ) o
    WHERE s.tee_time_id = c.tee_time_id AND s.position = o.position
    RETURNING s.tee_time_id, s.group_id, s.golfer_id, s.claim_id, c.creator_id
  ), raised AS (
    UPDATE tee_times t SET version = version + 1, changed_at = now()
    FROM (SELECT DISTINCT tee_time_id FROM taken) c
    WHERE t.id = c.tee_time_id
    RETURNING t.id AS tee_time_id, t.group_id, t.version
  ), noticed AS (
    INSERT INTO creator_notices
    -- The same interval as CREATOR_NOTICE_MS.
    SELECT DISTINCT tee_time_id, group_id, p_now + interval '5 minutes' FROM taken
    WHERE golfer_id <> creator_id
    ON CONFLICT DO NOTHING
  ), announced AS (
    INSERT INTO live_events (type, group_id, tee_time_id, version)
    SELECT 'tee_time', group_id, tee_time_id, version FROM raised
  )
  SELECT array(SELECT claim_id FROM taken), array(
      SELECT tee_time_id
      FROM unnest(p_tee_time_ids, p_known_versions) AS c (tee_time_id, known_version)
      JOIN raised USING (tee_time_id)
      WHERE version = known_version + 1)
    INTO v_claim_ids, v_known;

  v_row.kind := 'claimed';
  FOR v_row.tee_time_id, v_row.version, v_row.claim_id, v_row.golfer_id, v_row.name IN
    SELECT t.id, t.version, s.claim_id, s.golfer_id, (SELECT name FROM golfers WHERE id = s.golfer_id)
    FROM tee_times t JOIN spots s ON s.tee_time_id = t.id AND s.group_id = t.group_id
    WHERE t.id = ANY (v_known) AND s.claim_id = ANY (v_claim_ids)
  LOOP
    RETURN NEXT v_row;
  END LOOP;
  RETURN QUERY SELECT * FROM card_rows
    WHERE tee_time_id = ANY (p_tee_time_ids) AND tee_time_id <> ALL (v_known) AND group_id = ANY (p_group_ids)
      AND (tee_time_id = ANY (v_locked) OR tee_time_id <> ALL (v_open));
END $$;
