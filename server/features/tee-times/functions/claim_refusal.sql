-- Why a golfer cannot claim a spot on this card; NULL when nothing speaks against it.
-- Why a golfer cannot claim a spot on this card; NULL when nothing speaks against it, or when only a
-- look at the line can tell: the golfer waits, or an offer to somebody has lapsed.
-- only a look under the lock can tell, too, where a spot is held for the golfer by name, or a
-- hold is over.
CREATE OR REPLACE FUNCTION claim_refusal(p_card jsonb, p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_card IS NULL THEN 'gone'
    WHEN p_card->'participants' @> jsonb_build_array(jsonb_build_object('id', p_golfer_id)) THEN 'already'
    WHEN (p_card->>'startsAt')::timestamptz <= p_now THEN 'past'
    WHEN (p_card->>'availableSpots')::int <= 0 AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset(p_card->'waiting') AS w (id int, "offeredUntil" timestamptz)
      WHERE w.id = p_golfer_id OR w."offeredUntil" <= p_now
    ) AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset(p_card->'holds') AS h ("golferId" int, until timestamptz)
      WHERE h."golferId" = p_golfer_id OR h.until <= p_now
    ) THEN 'full'
  END
$$;
