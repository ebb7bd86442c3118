CREATE OR REPLACE FUNCTION notify_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_member group_members := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object(
    'type', 'member', 'groupId', v_member.group_id, 'golferId', v_member.golfer_id
  )::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER member_changed AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION notify_member();
