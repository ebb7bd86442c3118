-- Claim a spot: one transaction, one round trip.
-- outcome: claimed | already (holds it) | full | past (teed off) | gone (cancelled, archived, never
-- there, or the golfer just removed from the group). The caller has proven the membership; only who
-- would take a spot has it proven again. A refusal and its card are of one snapshot.
-- Lock order, for all that touches a tee time's spots: the tee time's row, then memberships.
-- Claim a spot, as before; the spot keeps when it was claimed.
-- Claim a spot, as before; who waits may take the spot that is held, and nobody else.
-- holds of that tee time that are over go first.
CREATE OR REPLACE FUNCTION claim_spot(
  p_tee_time_id int, p_golfer_id int, p_now timestamptz, p_round_minutes int DEFAULT NULL,
  OUT outcome text, OUT card jsonb, OUT overlap jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_tee_time tee_times;
BEGIN
  -- A look without the lock: on a full tee time the refused do not queue behind each other.
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id AND c.archived_at IS NULL;
  outcome := claim_refusal(card, p_golfer_id, p_now);
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  IF p_round_minutes IS NOT NULL THEN
    overlap := overlap_of(
      p_golfer_id, (card->>'startsAt')::timestamptz, p_tee_time_id, p_round_minutes);
    IF overlap IS NOT NULL THEN
      outcome := 'overlaps';
      RETURN;
    END IF;
  END IF;

  SELECT * INTO v_tee_time FROM tee_times
    WHERE id = p_tee_time_id AND cancelled_at IS NULL AND archived_at IS NULL
    FOR NO KEY UPDATE;
  IF FOUND THEN
    -- Waits for, or holds off, the removal of this member.
    PERFORM 1 FROM group_members
      WHERE group_id = v_tee_time.group_id AND golfer_id = p_golfer_id FOR KEY SHARE;
  END IF;
  IF NOT FOUND THEN
    outcome := 'gone';
    card := NULL;
    RETURN;
  END IF;

  -- Each statement of a volatile function has a snapshot of its own, so these see every claim that was
  -- committed while we waited for the lock. Counting in the locking statement would not.
  IF v_tee_time.waiting > 0 OR v_tee_time.aside > 0 THEN
    PERFORM lapse_offers(v_tee_time, p_now);
  END IF;
  IF v_tee_time.starts_at > p_now AND seat_golfer(v_tee_time, p_golfer_id, 'accepted', p_now) THEN
    outcome := 'claimed';
  END IF;
  SELECT c.card INTO card FROM tee_time_cards c WHERE c.id = p_tee_time_id;
  outcome := coalesce(outcome, claim_refusal(card, p_golfer_id, p_now), 'full');
END $$;
