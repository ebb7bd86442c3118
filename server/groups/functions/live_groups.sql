-- The groups that are not deleted.
CREATE OR REPLACE VIEW live_groups AS SELECT * FROM groups WHERE deleted_at IS NULL;
