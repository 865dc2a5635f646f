CREATE TABLE "protests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"attempt_id" uuid,
	"team_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answered_by" uuid,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "protests_state_known" CHECK (state in ('open','accepted','rejected','withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "protests_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "protests" ADD CONSTRAINT "protests_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protests" ADD CONSTRAINT "protests_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protests" ADD CONSTRAINT "protests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protests" ADD CONSTRAINT "protests_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "protests_event" ON "protests" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "protests_entry" ON "protests" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "protests_team" ON "protests" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "protests_created_by" ON "protests" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "protests_open_key" ON "protests" USING btree ("entry_id",coalesce(attempt_id, entry_id)) WHERE state = 'open';