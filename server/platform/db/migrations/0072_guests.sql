ALTER TABLE "events" ADD COLUMN "accepts_guests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- guests of a simulator go on to arrive until an organizer closes the event for them
UPDATE "events" SET "accepts_guests" = true WHERE exists (
	SELECT FROM "score_entries" e JOIN "score_attempts" a ON a."entry_id" = e."id"
	WHERE e."event_id" = "events"."id" AND e."participant_key" LIKE 'guest:%' AND a."source" = 'simulator');
