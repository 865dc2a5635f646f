-- Each function drops its three triggers with it.
DROP FUNCTION count_users() CASCADE;--> statement-breakpoint
DROP FUNCTION count_downloads() CASCADE;--> statement-breakpoint
DROP FUNCTION count_messages() CASCADE;--> statement-breakpoint
DROP FUNCTION count_teams() CASCADE;--> statement-breakpoint
DROP FUNCTION note_users() CASCADE;--> statement-breakpoint
DROP FUNCTION note_downloads() CASCADE;--> statement-breakpoint
DROP FUNCTION note_messages() CASCADE;--> statement-breakpoint
DROP FUNCTION note_audit_log() CASCADE;--> statement-breakpoint
DROP FUNCTION note_teams() CASCADE;--> statement-breakpoint
DROP FUNCTION note_score_entries() CASCADE;--> statement-breakpoint
DROP TABLE "list_bits" CASCADE;--> statement-breakpoint
DROP TABLE "list_changes" CASCADE;--> statement-breakpoint
DROP TABLE "list_segments" CASCADE;--> statement-breakpoint
DROP TABLE "list_terms" CASCADE;--> statement-breakpoint
DROP TABLE "totals" CASCADE;--> statement-breakpoint
DROP INDEX "faqs_list";--> statement-breakpoint
DROP INDEX "partners_list";--> statement-breakpoint
DROP INDEX "events_list";--> statement-breakpoint
CREATE INDEX "organizers_list" ON "organizers" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "faqs_list" ON "faqs" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "partners_list" ON "partners" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("id") WHERE deleted_at is null;
