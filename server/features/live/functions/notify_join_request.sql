-- A request to join, and the decision on it, show at once on the open Members screens.
CREATE OR REPLACE FUNCTION notify_join_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_request join_requests := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'group', 'groupId', v_request.group_id)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER join_request_made_or_decided AFTER INSERT OR UPDATE ON join_requests
  FOR EACH ROW EXECUTE FUNCTION notify_join_request();

CREATE OR REPLACE TRIGGER join_request_withdrawn AFTER DELETE ON join_requests
  FOR EACH ROW WHEN (OLD.decided_at IS NULL) EXECUTE FUNCTION notify_join_request();
