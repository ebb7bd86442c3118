-- A request to join, and the decision on it, show at once on the open Members screens.
CREATE FUNCTION notify_join_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_request join_requests := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'group', 'groupId', v_request.group_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER join_request_made_or_decided AFTER INSERT OR UPDATE ON join_requests
  FOR EACH ROW EXECUTE FUNCTION notify_join_request();
--> statement-breakpoint
CREATE TRIGGER join_request_withdrawn AFTER DELETE ON join_requests
  FOR EACH ROW WHEN (OLD.decided_at IS NULL) EXECUTE FUNCTION notify_join_request();
--> statement-breakpoint

-- As before, and locking the tee times in the order of remove_member: an update alone locks rows as it
-- finds them, and a creator coming back while another member is removed ended in a deadlock.
CREATE OR REPLACE FUNCTION refresh_cards_of_creator() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_member group_members := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM 1 FROM tee_times
    WHERE creator_id = v_member.golfer_id AND group_id = v_member.group_id
      AND cancelled_at IS NULL AND archived_at IS NULL
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE tee_times SET version = version + 1
    WHERE creator_id = v_member.golfer_id AND group_id = v_member.group_id
      AND cancelled_at IS NULL AND archived_at IS NULL;
  RETURN NULL;
END $$;
