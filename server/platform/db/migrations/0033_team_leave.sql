ALTER TABLE "teams" ADD COLUMN "leave_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "leave_refused_at" timestamp (3) with time zone;