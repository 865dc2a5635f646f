DROP INDEX "frozen_score_entries_ranking";--> statement-breakpoint
DROP INDEX "score_entries_ranking";--> statement-breakpoint
ALTER TABLE "frozen_score_entries" ADD COLUMN "has_rank_of_alliance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "score_entries" ADD COLUMN "has_rank_of_alliance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "frozen_score_entries_ranking" ON "frozen_score_entries" USING btree ("event_id","ranking_key","reached_at","id","has_rank_of_alliance");--> statement-breakpoint
CREATE INDEX "score_entries_ranking" ON "score_entries" USING btree ("event_id","ranking_key","reached_at","id","has_rank_of_alliance");