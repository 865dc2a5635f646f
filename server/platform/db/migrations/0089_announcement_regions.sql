ALTER TABLE "announcements" ADD COLUMN "region_ids" uuid[];--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_regions_limit" CHECK (cardinality(region_ids) > 0);