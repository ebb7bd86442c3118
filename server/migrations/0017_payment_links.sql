ALTER TABLE "payment_returns" ADD COLUMN "invoice_id" text;--> statement-breakpoint
CREATE INDEX "payment_returns_invoice_id_idx" ON "payment_returns" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "groups_paid_until_idx" ON "groups" USING btree ("expiry_date") WHERE "groups"."subscription_status" in ('active', 'past_due');