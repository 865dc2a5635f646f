CREATE TABLE "display_screens" (
	"event_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"name" text NOT NULL,
	"scene" text DEFAULT 'ranking' NOT NULL,
	"message_en" text DEFAULT '' NOT NULL,
	"message_ar" text DEFAULT '' NOT NULL,
	CONSTRAINT "display_screens_event_id_number_pk" PRIMARY KEY("event_id","number"),
	CONSTRAINT "display_screens_number_in_range" CHECK (number between 1 and 20),
	CONSTRAINT "display_screens_scene_known" CHECK (scene in ('ranking','tables','clock','timer','message','sponsors','podium'))
);
--> statement-breakpoint
CREATE TABLE "match_timers" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"duration_ms" integer NOT NULL,
	"remaining_ms" integer NOT NULL,
	"ends_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "display_screens" ADD CONSTRAINT "display_screens_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_timers" ADD CONSTRAINT "match_timers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;