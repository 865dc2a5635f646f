ALTER TABLE "events" ADD COLUMN "live_mode" text DEFAULT 'by-date' NOT NULL;--> statement-breakpoint
UPDATE "events" SET "live_mode" = 'on' WHERE "live";--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "live";--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_live_mode_known" CHECK (live_mode in ('by-date','on','off'));
