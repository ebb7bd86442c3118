CREATE TABLE "group_times" (
	"group_id" integer PRIMARY KEY NOT NULL,
	"free_until" timestamp with time zone,
	"set_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"worked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_returns" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"disputed" integer DEFAULT 0 NOT NULL,
	"dispute_outcome" text
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"subscription_id" integer NOT NULL,
	"group_id" integer,
	"payment_id" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"action_required_at" timestamp with time zone,
	"hosted_url" text,
	"not_credited" text,
	"is_renewal" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"object" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" integer,
	"slug" text NOT NULL,
	"golfer_id" integer NOT NULL,
	"status" text DEFAULT 'begun' NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"checkout_id" text,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"period_end" timestamp with time zone,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_key_unique" UNIQUE("key"),
	CONSTRAINT "subscriptions_subscription_id_unique" UNIQUE("subscription_id"),
	CONSTRAINT "subscriptions_checkout_id_unique" UNIQUE("checkout_id"),
	CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('begun', 'incomplete', 'active', 'past-due', 'canceled', 'abandoned'))
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "renews" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_times" ADD CONSTRAINT "group_times_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_at_idx" ON "payment_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "payments_subscription_id_idx" ON "payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "payments_group_id_idx" ON "payments" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "payments_paid_at_idx" ON "payments" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_object_idx" ON "sandbox_objects" USING btree ("object","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_attempt_for_group" ON "subscriptions" USING btree ("group_id") WHERE "subscriptions"."status" in ('begun', 'incomplete');--> statement-breakpoint
CREATE INDEX "subscriptions_group_id_idx" ON "subscriptions" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "subscriptions_slug_idx" ON "subscriptions" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "subscriptions_golfer_id_idx" ON "subscriptions" USING btree ("golfer_id");