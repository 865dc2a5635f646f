CREATE TABLE "published_results" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"log_sequence" bigint NOT NULL,
	"log_hash" text NOT NULL,
	"published_by" uuid,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "published_results_status_known" CHECK (status in ('provisional','final'))
);
--> statement-breakpoint
ALTER TABLE "published_results" ADD CONSTRAINT "published_results_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_results" ADD CONSTRAINT "published_results_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;