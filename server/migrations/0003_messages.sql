CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"golfer_id" integer,
	"subject" text,
	"body" text NOT NULL,
	"html" text,
	"created_at" timestamp with time zone NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "messages_key_unique" UNIQUE("key"),
	CONSTRAINT "messages_channel_known" CHECK ("messages"."channel" in ('email', 'text')),
	CONSTRAINT "messages_email_has_subject" CHECK ("messages"."channel" = 'text' or "messages"."subject" is not null)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_golfer_id_golfers_id_fk" FOREIGN KEY ("golfer_id") REFERENCES "public"."golfers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_golfer_id_idx" ON "messages" USING btree ("golfer_id","id");