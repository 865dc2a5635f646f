ALTER TABLE "events" ALTER COLUMN "mission_type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "has_chosen_level" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "season_year_id" uuid DEFAULT active_season_year();--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_season_year_id_season_years_id_fk" FOREIGN KEY ("season_year_id") REFERENCES "public"."season_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_season_year" ON "events" USING btree ("season_year_id");--> statement-breakpoint
-- the form began with level 0, so other levels were chosen
UPDATE "events" SET "has_chosen_level" = true WHERE "mission_type" <> 0;--> statement-breakpoint
-- the season of most teams, as it was on the last day of the event; else that of the start date
UPDATE "events" SET "season_year_id" = found.season_year_id FROM (
	SELECT e."id", coalesce(
		(SELECT of_team.season_year_id FROM (
			SELECT coalesce(
				(SELECT m."from_id" FROM "season_moves" m WHERE m."undone_at" IS NULL
					AND m."created_at"::date > greatest(e."start_date", e."end_date")
					AND m."teams" @> jsonb_build_array(jsonb_build_object('id', t."id"::text))
					ORDER BY m."created_at" LIMIT 1),
				t."season_year_id") AS season_year_id
			FROM "teams" t WHERE t."id" IN (
				SELECT a."team_id" FROM "event_teams" a WHERE a."event_id" = e."id"
				UNION SELECT s."team_id" FROM "score_entries" s WHERE s."event_id" = e."id")) of_team
			GROUP BY of_team.season_year_id
			ORDER BY count(*) DESC, (SELECT y."year" FROM "season_years" y WHERE y."id" = of_team.season_year_id) DESC LIMIT 1),
		(SELECT y."id" FROM "season_years" y WHERE y."deleted_at" IS NULL AND y."year" = extract(year FROM e."start_date"))) AS season_year_id
	FROM "events" e) found
WHERE found."id" = "events"."id" AND found.season_year_id IS NOT NULL;