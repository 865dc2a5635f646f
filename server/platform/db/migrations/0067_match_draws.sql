CREATE TABLE "drawn_entries" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"team_id" uuid
);
--> statement-breakpoint
CREATE TABLE "match_draws" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"random_seed" text NOT NULL,
	"sides" jsonb NOT NULL,
	"groups" jsonb NOT NULL,
	"lots" jsonb NOT NULL,
	"withdrawn" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"drawn_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drawn_entries" ADD CONSTRAINT "drawn_entries_event_id_match_draws_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."match_draws"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawn_entries" ADD CONSTRAINT "drawn_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_draws" ADD CONSTRAINT "match_draws_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawn_entries_event" ON "drawn_entries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "drawn_entries_team" ON "drawn_entries" USING btree ("team_id");