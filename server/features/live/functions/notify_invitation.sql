-- An invitation, and the answer to it, show at once on the open Members screens.
CREATE OR REPLACE FUNCTION notify_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_invitation invitations := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'group', 'groupId', v_invitation.group_id)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invitation_made_or_decided AFTER INSERT OR UPDATE ON invitations
  FOR EACH ROW EXECUTE FUNCTION notify_invitation();

CREATE OR REPLACE TRIGGER invitation_withdrawn AFTER DELETE ON invitations
  FOR EACH ROW WHEN (OLD.decision IS NULL) EXECUTE FUNCTION notify_invitation();
