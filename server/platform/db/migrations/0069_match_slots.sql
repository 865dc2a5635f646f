CREATE TABLE "match_slots" (
	"event_id" uuid NOT NULL,
	"match" smallint NOT NULL,
	"id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"duration_minutes" smallint DEFAULT 5 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "match_slots_event_id_match_pk" PRIMARY KEY("event_id","match"),
	CONSTRAINT "match_slots_id_key" UNIQUE("id"),
	CONSTRAINT "match_slots_duration_in_range" CHECK (duration_minutes between 1 and 600)
);
--> statement-breakpoint
ALTER TABLE "match_slots" ADD CONSTRAINT "match_slots_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;