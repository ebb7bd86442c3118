-- Deletes an account: the golfer leaves all groups, nothing personal stays, and the nameless row keeps
-- the rounds that were played whole.
-- outcome: deleted | owns_groups | super_admin | gone.
-- Deletes an account, as before; with it what it was told and what it chose. The ledger of consents
-- and the numbers that said STOP stay: they bind us, not the golfer.
-- Deletes an account, as before; with it what its number was answered. That a text came in stays,
-- without words and number: it could be told to us again, and must not be worked a second time.
-- with the account go what waits for its address and the invitations to it.
CREATE OR REPLACE FUNCTION delete_golfer(p_golfer_id int, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_golfer golfers;
  v_group_id int;
BEGIN
  SELECT * INTO v_golfer FROM golfers WHERE id = p_golfer_id AND deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  IF v_golfer.is_super_admin THEN
    RETURN 'super_admin';
  END IF;
  IF EXISTS (SELECT 1 FROM groups WHERE owner_id = p_golfer_id) THEN
    RETURN 'owns_groups';
  END IF;
  FOR v_group_id IN
    SELECT group_id FROM group_members WHERE golfer_id = p_golfer_id ORDER BY group_id
  LOOP
    PERFORM remove_member(v_group_id, p_golfer_id, p_now);
  END LOOP;
  -- The row's lock comes after those of tee times, in the order of a claim. What was begun before it
  -- is looked at again: a group just created or handed over, a membership just given.
  SELECT * INTO v_golfer FROM golfers WHERE id = p_golfer_id AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'gone';
  END IF;
  IF EXISTS (SELECT 1 FROM group_members WHERE golfer_id = p_golfer_id) THEN
    RAISE EXCEPTION 'golfer % joined a group while being deleted', p_golfer_id
      USING ERRCODE = 'serialization_failure';
  END IF;
  DELETE FROM sessions WHERE golfer_id = p_golfer_id;
  DELETE FROM calendar_feeds WHERE golfer_id = p_golfer_id;
  DELETE FROM welcome_links WHERE golfer_id = p_golfer_id;
  DELETE FROM signups WHERE lower(email) = lower(v_golfer.email);
  DELETE FROM invitations WHERE lower(email) = lower(v_golfer.email);
  DELETE FROM invitation_rests WHERE email = lower(v_golfer.email);
  DELETE FROM join_requests
    WHERE golfer_id = p_golfer_id OR lower(email) = lower(v_golfer.email);
  DELETE FROM messages WHERE golfer_id = p_golfer_id;
  DELETE FROM deliveries WHERE golfer_id = p_golfer_id;
  DELETE FROM preferences WHERE golfer_id = p_golfer_id;
  UPDATE consent_entries SET golfer_id = NULL WHERE golfer_id = p_golfer_id;
  IF NOT EXISTS (
    SELECT FROM golfers WHERE phone_number = v_golfer.phone_number AND id <> p_golfer_id
  ) THEN
    UPDATE incoming_texts SET number = '', body = '' WHERE number = v_golfer.phone_number;
    DELETE FROM deliveries
      WHERE recipient = v_golfer.phone_number AND channel = 'text' AND golfer_id IS NULL;
    DELETE FROM messages
      WHERE recipient = v_golfer.phone_number AND channel = 'text' AND golfer_id IS NULL;
    DELETE FROM text_lists WHERE number = v_golfer.phone_number;
  END IF;
  UPDATE invite_links SET revoked_at = coalesce(revoked_at, p_now) WHERE created_by = p_golfer_id;
  UPDATE golfers SET
    name = 'Former golfer',
    email = 'deleted-' || p_golfer_id || '@fourball.invalid',
    phone = '',
    phone_number = NULL,
    text_consent_at = NULL,
    phone_confirmed_at = NULL,
    email_proven_at = NULL,
    mail_token = replace(gen_random_uuid()::text, '-', ''),
    password = 'temporary',
    stripe_customer_id = NULL,
    deleted_at = p_now
    WHERE id = p_golfer_id;
  RETURN 'deleted';
END $$;
