ALTER TABLE "print_files" ADD COLUMN "region_ids" uuid[];--> statement-breakpoint
ALTER TABLE "print_files" ADD CONSTRAINT "print_files_regions_limit" CHECK (cardinality(region_ids) > 0);