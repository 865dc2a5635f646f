CREATE TABLE "frozen_score_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mission" smallint DEFAULT 1 NOT NULL,
	"score" numeric(15, 3) NOT NULL,
	"time_ms" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source" text DEFAULT 'admin' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"values" jsonb,
	"rule_version" integer,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entry_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "frozen_score_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"participant_key" text NOT NULL,
	"user_id" uuid,
	"team_id" uuid,
	"player_name" text DEFAULT '' NOT NULL,
	"player_email" text DEFAULT '' NOT NULL,
	"team_no" text DEFAULT '' NOT NULL,
	"team_name" text DEFAULT '' NOT NULL,
	"school" text DEFAULT '' NOT NULL,
	"mission_type" smallint DEFAULT 0 NOT NULL,
	"score" numeric(15, 3) DEFAULT 0 NOT NULL,
	"time_ms" bigint DEFAULT 0 NOT NULL,
	"total_score" numeric(15, 3) DEFAULT 0 NOT NULL,
	"total_time_ms" bigint DEFAULT 0 NOT NULL,
	"reached_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rule_set_key" double precision[],
	"ranking_key" double precision[] GENERATED ALWAYS AS (coalesce(rule_set_key, array[0 - total_score::double precision, total_time_ms::double precision])) STORED NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (search_form(player_name || E'\n' || team_name || E'\n' || team_no || E'\n' || school)) STORED,
	"event_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ranking_freezes" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"freeze_at" timestamp (3) with time zone NOT NULL,
	"frozen_at" timestamp (3) with time zone,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"event_updated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ranking_reveals" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"is_rehearsal" boolean NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"steps" jsonb NOT NULL,
	"opened_count" integer DEFAULT 0 NOT NULL,
	"started_by" uuid,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "frozen_score_attempts" ADD CONSTRAINT "frozen_score_attempts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frozen_score_attempts" ADD CONSTRAINT "frozen_score_attempts_entry_id_frozen_score_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."frozen_score_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frozen_score_entries" ADD CONSTRAINT "frozen_score_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frozen_score_entries" ADD CONSTRAINT "frozen_score_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frozen_score_entries" ADD CONSTRAINT "frozen_score_entries_event_id_ranking_freezes_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."ranking_freezes"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking_freezes" ADD CONSTRAINT "ranking_freezes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking_reveals" ADD CONSTRAINT "ranking_reveals_event_id_ranking_freezes_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."ranking_freezes"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking_reveals" ADD CONSTRAINT "ranking_reveals_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "frozen_score_attempts_entry" ON "frozen_score_attempts" USING btree ("entry_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "frozen_score_entries_participant_key" ON "frozen_score_entries" USING btree ("event_id","participant_key");--> statement-breakpoint
CREATE INDEX "frozen_score_entries_ranking" ON "frozen_score_entries" USING btree ("event_id","ranking_key","reached_at","id");--> statement-breakpoint
CREATE INDEX "frozen_score_entries_user" ON "frozen_score_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "frozen_score_entries_team" ON "frozen_score_entries" USING btree ("team_id");