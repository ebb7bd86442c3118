CREATE OR REPLACE FUNCTION notify_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('fourball_live', json_build_object('type', 'group', 'groupId', NEW.id)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER group_changed AFTER UPDATE ON groups
  FOR EACH ROW EXECUTE FUNCTION notify_group();
