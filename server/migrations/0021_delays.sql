DROP TABLE "standing_dates" CASCADE;--> statement-breakpoint
DROP TABLE "standing_times" CASCADE;--> statement-breakpoint
DROP TABLE "standing_wishes" CASCADE;