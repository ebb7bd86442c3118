-- Gives an open spot to a golfer. Returns the tee time's current card rows, whether or not the golfer got a
-- spot. If this claim is the only change since p_known_version, returns only a single row of kind
-- 'claimed', with the golfer and the new version.
--
-- Changes nothing if more than an open spot is involved: an expired reservation or offer, an owed spot, or a
-- spot that is reserved for or offered to the golfer. The caller then settles the claim in a transaction.
-- Also changes nothing if the golfer plays another round less than p_round_minutes before or after this one.
-- NULL skips this check.
--
-- Locks the tee time before it chooses a spot. Each later statement has its own snapshot, so it sees every
-- claim that was committed while this function waited for the lock.
CREATE OR REPLACE FUNCTION claim_spot(
  p_group_id int, p_tee_time_id int, p_golfer_id int, p_round_minutes int, p_known_version int, p_now timestamptz
) RETURNS SETOF card_rows LANGUAGE plpgsql AS $$
DECLARE
  v_creator_id int;
  v_starts_at timestamptz;
  v_is_upcoming boolean;
  v_position int;
  v_claim_id int;
  v_is_plain boolean;
  v_version int;
  v_own card_rows;
BEGIN
  -- First check without the lock, so that golfers who are too late do not wait for it.
  IF EXISTS (SELECT FROM spots
    WHERE tee_time_id = p_tee_time_id AND group_id = p_group_id AND status = 'open')
  THEN
    SELECT creator_id, starts_at, starts_at > p_now AND num_nonnulls(cancelled_at, archived_at) = 0
      INTO v_creator_id, v_starts_at, v_is_upcoming
      FROM tee_times WHERE id = p_tee_time_id AND group_id = p_group_id FOR NO KEY UPDATE;
    IF v_is_upcoming THEN
      SELECT min(position) FILTER (WHERE status = 'open'),
          bool_and(owed_by IS NULL AND golfer_id IS DISTINCT FROM p_golfer_id
            AND (until IS NULL OR until > p_now))
          AND EXISTS (SELECT FROM group_members
            WHERE group_id = p_group_id AND golfer_id = p_golfer_id)
        INTO v_position, v_is_plain
        FROM spots WHERE tee_time_id = p_tee_time_id AND group_id = p_group_id;
      IF v_is_plain AND v_position IS NOT NULL AND (p_round_minutes IS NULL
        OR overlapping_round(p_golfer_id, v_starts_at, p_tee_time_id, p_round_minutes) IS NULL)
      THEN
        -- A distributed database does not allow nextval() within the UPDATE.
        v_claim_id := nextval('spot_claims');
        UPDATE spots SET status = 'player', golfer_id = p_golfer_id,
            claim_id = v_claim_id, claimed_at = p_now
          WHERE tee_time_id = p_tee_time_id AND group_id = p_group_id AND position = v_position;
        UPDATE tee_times SET version = version + 1, changed_at = now()
          WHERE id = p_tee_time_id AND group_id = p_group_id RETURNING version INTO v_version;
        IF v_creator_id <> p_golfer_id THEN
          INSERT INTO creator_notices VALUES (p_tee_time_id, p_group_id, p_now + interval '5 minutes')
            ON CONFLICT DO NOTHING;
        END IF;
        INSERT INTO live_events (type, group_id, tee_time_id, version)
          VALUES ('tee_time', p_group_id, p_tee_time_id, v_version);
        IF v_version = p_known_version + 1 THEN
          v_own.tee_time_id := p_tee_time_id;
          v_own.version := v_version;
          v_own.kind := 'claimed';
          v_own.golfer_id := p_golfer_id;
          v_own.name := (SELECT name FROM golfers WHERE id = p_golfer_id);
          RETURN NEXT v_own;
          RETURN;
        END IF;
      END IF;
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM card_rows WHERE tee_time_id = p_tee_time_id AND group_id = p_group_id;
END $$;
