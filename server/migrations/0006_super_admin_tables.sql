DROP INDEX "golfers_name_idx";--> statement-breakpoint
DROP INDEX "golfers_created_at_idx";--> statement-breakpoint
DROP INDEX "groups_name_idx";--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action");--> statement-breakpoint
CREATE INDEX "audit_entries_group_name_parts_idx" ON "audit_entries" USING gin (lower("group_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_entries_detail_parts_idx" ON "audit_entries" USING gin (lower("detail") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "golfers_listed_by_name_idx" ON "golfers" USING btree (lower("name"),"id","name") WHERE "golfers"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "golfers_listed_by_email_idx" ON "golfers" USING btree (lower("email"),"id","email") WHERE "golfers"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "golfers_listed_by_created_at_idx" ON "golfers" USING btree ("created_at","id") WHERE "golfers"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "groups_listed_by_name_idx" ON "groups" USING btree (lower("name"),"id","name");--> statement-breakpoint
CREATE INDEX "groups_subscription_status_idx" ON "groups" USING btree ("subscription_status");