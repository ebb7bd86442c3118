-- Updates open Members screens at once when an invitation is made, decided or withdrawn.
CREATE OR REPLACE FUNCTION add_invitation_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_invitation invitations := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO live_events (type, group_id) VALUES ('group', v_invitation.group_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invitation_made_or_decided AFTER INSERT OR UPDATE ON invitations
  FOR EACH ROW EXECUTE FUNCTION add_invitation_event();

CREATE OR REPLACE TRIGGER invitation_withdrawn AFTER DELETE ON invitations
  FOR EACH ROW WHEN (OLD.decision IS NULL) EXECUTE FUNCTION add_invitation_event();
