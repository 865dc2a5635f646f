CREATE TABLE "event_rule_sets" (
	"event_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"document" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_rule_sets_event_id_version_pk" PRIMARY KEY("event_id","version"),
	CONSTRAINT "event_rule_sets_version" CHECK (version >= 1)
);
--> statement-breakpoint
DROP INDEX "score_entries_ranking";--> statement-breakpoint
ALTER TABLE "score_attempts" ADD COLUMN "values" jsonb;--> statement-breakpoint
ALTER TABLE "score_attempts" ADD COLUMN "rule_version" integer;--> statement-breakpoint
ALTER TABLE "score_entries" ADD COLUMN "rule_set_key" double precision[];--> statement-breakpoint
ALTER TABLE "score_entries" ADD COLUMN "ranking_key" double precision[] GENERATED ALWAYS AS (coalesce(rule_set_key, array[0 - total_score::double precision, total_time_ms::double precision])) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "event_rule_sets" ADD CONSTRAINT "event_rule_sets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_rule_sets" ADD CONSTRAINT "event_rule_sets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "score_entries_ranking" ON "score_entries" USING btree ("event_id","ranking_key","reached_at","id");