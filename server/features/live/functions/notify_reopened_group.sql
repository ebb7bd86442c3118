-- A group that is switched on again is told to its members one by one: phones hear nothing of a group
-- that is off, so none of them would hear that it is back.
CREATE OR REPLACE FUNCTION notify_reopened_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object(
    'type', 'member', 'groupId', NEW.id, 'golferId', golfer_id
  )::text) FROM group_members WHERE group_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER group_reopened AFTER UPDATE OF is_active ON groups
  FOR EACH ROW WHEN (NEW.is_active AND NOT OLD.is_active) EXECUTE FUNCTION notify_reopened_group();
