-- Live news. Triggers, so that no way of changing a row can forget to tell; a notification leaves
-- with the transaction's commit or not at all. Payloads are ids: each node reads the card itself.
CREATE OR REPLACE FUNCTION notify_tee_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object(
    'type', 'tee-time', 'groupId', NEW.group_id, 'teeTimeId', NEW.id
  )::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tee_time_posted AFTER INSERT ON tee_times
  FOR EACH ROW EXECUTE FUNCTION notify_tee_time();

CREATE OR REPLACE TRIGGER tee_time_changed AFTER UPDATE ON tee_times
  FOR EACH ROW WHEN (
    OLD.version <> NEW.version
    OR OLD.cancelled_at IS DISTINCT FROM NEW.cancelled_at
    OR OLD.archived_at IS DISTINCT FROM NEW.archived_at
  ) EXECUTE FUNCTION notify_tee_time();
