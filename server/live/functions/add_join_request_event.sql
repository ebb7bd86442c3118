-- Updates open Members screens at once when a request to join is made, decided or withdrawn.
CREATE OR REPLACE FUNCTION add_join_request_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_request join_requests := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO live_events (type, group_id) VALUES ('group', v_request.group_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER join_request_made_or_decided AFTER INSERT OR UPDATE ON join_requests
  FOR EACH ROW EXECUTE FUNCTION add_join_request_event();

CREATE OR REPLACE TRIGGER join_request_withdrawn AFTER DELETE ON join_requests
  FOR EACH ROW WHEN (OLD.decided_at IS NULL) EXECUTE FUNCTION add_join_request_event();
