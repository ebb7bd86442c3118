-- Makes open screens refetch when an invitation or a join request is created, decided or withdrawn, when an
-- invite link is created, changed or turned off, and when a recurring tee time or its skipped dates change.
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

CREATE OR REPLACE TRIGGER recurring_tee_time_changed AFTER INSERT OR UPDATE ON recurring_tee_times
  FOR EACH ROW EXECUTE FUNCTION add_request_event();

CREATE OR REPLACE TRIGGER date_skipped AFTER INSERT ON recurring_dates
  FOR EACH ROW WHEN (NEW.tee_time_id IS NULL) EXECUTE FUNCTION add_request_event();

CREATE OR REPLACE TRIGGER skipped_date_restored AFTER DELETE ON recurring_dates
  FOR EACH ROW WHEN (OLD.tee_time_id IS NULL) EXECUTE FUNCTION add_request_event();
