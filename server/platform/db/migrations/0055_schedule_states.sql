CREATE TABLE "schedule_states" (
	"event_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"slots" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_states_event_id_hash_pk" PRIMARY KEY("event_id","hash")
);
--> statement-breakpoint
ALTER TABLE "schedule_states" ADD CONSTRAINT "schedule_states_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;