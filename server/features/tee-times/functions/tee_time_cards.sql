-- A card as everybody sees it, under the names of contract/tee-times.ts. Archived tee times stay in
-- the view (rounds are history); cancelled ones do not.
CREATE OR REPLACE VIEW tee_time_cards AS
SELECT t.id, t.group_id, t.starts_at, t.archived_at,
  jsonb_build_object(
    'id', t.id,
    'groupId', t.group_id,
    'number', t.number,
    'creatorId', t.creator_id,
    'creator', jsonb_build_object('id', t.creator_id, 'name', creator.name),
    'creatorHasLeft', creators_place.id IS NULL,
    'course', t.course,
    'date', t.date,
    'time', t.time,
    'startsAt', to_char(t.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'cost', t.cost,
    'notes', t.notes,
    'maxPlayers', t.max_players,
    'participants', playing.participants,
    'guests', CASE WHEN t.aside = 0 THEN '[]' ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', guest.id, 'name', guest.name, 'hostId', guest.host_id, 'hostName', host.name
        ) ORDER BY guest.id), '[]')
      FROM guests guest JOIN golfers host ON host.id = guest.host_id
      WHERE guest.tee_time_id = t.id
    ) END,
    'holds', CASE WHEN t.aside = 0 THEN '[]' ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', hold.id,
          'name', coalesce(meant.name, hold.name),
          'golferId', hold.golfer_id,
          'until', to_char(hold.held_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) ORDER BY hold.id), '[]')
      FROM spot_holds hold LEFT JOIN golfers meant ON meant.id = hold.golfer_id
      WHERE hold.tee_time_id = t.id
    ) END,
    'cutOff', CASE WHEN t.cancel_hours IS NOT NULL THEN jsonb_build_object(
      'hoursBefore', t.cancel_hours,
      'at', to_char(cut_off_of(t) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'calledAt', to_char(t.called_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'onTheHook', (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'id', hook.id, 'golferId', hook.golfer_id, 'name', leaver.name
          ) ORDER BY hook.id), '[]')
        FROM on_the_hook hook
        JOIN golfers leaver ON leaver.id = hook.golfer_id AND leaver.deleted_at IS NULL
        WHERE hook.tee_time_id = t.id
      )
    ) END,
    'availableSpots', greatest(0, t.max_players - playing.taken - t.aside - t.waiting),
    'waiting', CASE WHEN t.waiting = 0 THEN '[]' ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', g.id,
          'name', g.name,
          'offeredUntil', to_char(w.offered_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) ORDER BY w.id), '[]')
      FROM waiting_golfers w JOIN golfers g ON g.id = w.golfer_id
      WHERE w.tee_time_id = t.id
    ) END,
    'version', t.version
  ) AS card
FROM tee_times t
JOIN golfers creator ON creator.id = t.creator_id
LEFT JOIN group_members creators_place
  ON creators_place.group_id = t.group_id AND creators_place.golfer_id = t.creator_id
CROSS JOIN LATERAL (
  SELECT count(*)::int AS taken,
    coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) ORDER BY p.id), '[]') AS participants
  FROM tee_time_participants p
  JOIN golfers g ON g.id = p.golfer_id
  WHERE p.tee_time_id = t.id
) playing
WHERE t.cancelled_at IS NULL;
