-- Makes open Members screens refetch when an invitation or a join request is created, decided or withdrawn, or
-- when an invite link is created, changed or turned off.
CREATE OR REPLACE FUNCTION add_request_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (type, group_id) VALUES ('group', coalesce(NEW.group_id, OLD.group_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invitation_made_or_decided AFTER INSERT OR UPDATE ON invitations
  FOR EACH ROW EXECUTE FUNCTION add_request_event();

CREATE OR REPLACE TRIGGER invitation_withdrawn AFTER DELETE ON invitations
  FOR EACH ROW WHEN (OLD.decision IS NULL) EXECUTE FUNCTION add_request_event();

CREATE OR REPLACE TRIGGER join_request_made_or_decided AFTER INSERT OR UPDATE ON join_requests
  FOR EACH ROW EXECUTE FUNCTION add_request_event();

CREATE OR REPLACE TRIGGER join_request_withdrawn AFTER DELETE ON join_requests
  FOR EACH ROW WHEN (OLD.decided_at IS NULL) EXECUTE FUNCTION add_request_event();

CREATE OR REPLACE TRIGGER invite_link_created_or_changed AFTER INSERT OR UPDATE ON invite_links
  FOR EACH ROW EXECUTE FUNCTION add_request_event();
