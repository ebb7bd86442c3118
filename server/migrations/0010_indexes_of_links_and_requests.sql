CREATE INDEX "invite_links_created_by_idx" ON "invite_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "join_requests_email_idx" ON "join_requests" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "join_requests_group_id_idx" ON "join_requests" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "welcome_links_signup_id_idx" ON "welcome_links" USING btree ("signup_id");