-- A group that its owner deleted is off and hidden for 30 days, in which a super admin can restore it.
-- Its row stays, so its slug stays taken. Queries read live_groups, which leaves it out.
ALTER TABLE groups ADD COLUMN deleted_at timestamptz;
--> statement-breakpoint
ALTER TABLE groups ADD CONSTRAINT groups_deleted_is_off CHECK (deleted_at IS NULL OR NOT is_active);
--> statement-breakpoint
CREATE INDEX groups_deleted_at_idx ON groups (deleted_at, id) WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
-- Their number, from the index alone.
CREATE INDEX groups_live_idx ON groups (id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- A migration that adds a column to groups runs this statement again: '*' means the columns of today.
CREATE OR REPLACE VIEW live_groups AS SELECT * FROM groups WHERE deleted_at IS NULL;
