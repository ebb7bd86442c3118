-- One row for each spot of a tee time and for each golfer on its waiting list. TypeScript composes cards from
-- these rows. Canceled and archived tee times have no spot rows. Player names come from subqueries: with
-- joins, the planner would scan all golfers of a small database for each claim.
CREATE OR REPLACE VIEW card_rows AS
SELECT
  t.id AS tee_time_id, t.version, t.group_id, t.number, t.creator_id, creator.name AS creator_name,
  place.id IS NULL AS creator_has_left,
  t.course, t.date, t.time, t.starts_at, t.cost, t.notes, t.cancel_hours, t.called_at,
  s.position AS place, s.status AS kind, s.claim_id, s.golfer_id,
  coalesce(s.name, (SELECT name FROM golfers WHERE id = s.golfer_id)) AS name,
  s.host_id, s.until, s.owed_by, (SELECT name FROM golfers WHERE id = s.owed_by) AS owed_by_name
FROM tee_times t
JOIN golfers creator ON creator.id = t.creator_id
LEFT JOIN group_members place ON place.group_id = t.group_id AND place.golfer_id = t.creator_id
JOIN spots s ON s.tee_time_id = t.id AND s.group_id = t.group_id
-- This condition is deliberately written so that no partial index matches it. Otherwise, before a new
-- database is analyzed, the planner would choose a partial index instead of the primary key.
WHERE num_nonnulls(t.cancelled_at, t.archived_at) = 0
UNION ALL
SELECT
  w.tee_time_id, NULL, w.group_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  w.id, 'waiting', NULL, w.golfer_id, (SELECT name FROM golfers WHERE id = w.golfer_id), NULL, NULL, NULL, NULL
FROM waiting_list w;
