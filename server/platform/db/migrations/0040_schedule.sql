CREATE TABLE "closed_judging" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_teams" (
	"event_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"badge_code" text NOT NULL,
	"checked_in_at" timestamp (3) with time zone,
	"checked_in_by" uuid,
	CONSTRAINT "event_teams_event_id_team_id_pk" PRIMARY KEY("event_id","team_id"),
	CONSTRAINT "event_teams_badge_code_key" UNIQUE("event_id","badge_code")
);
--> statement-breakpoint
CREATE TABLE "judge_sheets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"team_id" uuid,
	"judge_id" uuid,
	"attempt_id" uuid,
	"round" smallint NOT NULL,
	"sheet" jsonb NOT NULL,
	"is_discarded" boolean DEFAULT false NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"judged_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"imported_by" uuid
);
--> statement-breakpoint
CREATE TABLE "schedule_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"round" smallint NOT NULL,
	"table_name" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind_known";--> statement-breakpoint
ALTER TABLE "closed_judging" ADD CONSTRAINT "closed_judging_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_teams" ADD CONSTRAINT "event_teams_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_teams" ADD CONSTRAINT "event_teams_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_teams" ADD CONSTRAINT "event_teams_checked_in_by_users_id_fk" FOREIGN KEY ("checked_in_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_sheets" ADD CONSTRAINT "judge_sheets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_sheets" ADD CONSTRAINT "judge_sheets_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_sheets" ADD CONSTRAINT "judge_sheets_judge_id_judges_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."judges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_sheets" ADD CONSTRAINT "judge_sheets_attempt_id_score_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."score_attempts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_sheets" ADD CONSTRAINT "judge_sheets_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_slots" ADD CONSTRAINT "schedule_slots_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_slots" ADD CONSTRAINT "schedule_slots_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_teams_team" ON "event_teams" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "judge_sheets_event" ON "judge_sheets" USING btree ("event_id","received_at");--> statement-breakpoint
CREATE INDEX "judge_sheets_attempt" ON "judge_sheets" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "schedule_slots_event" ON "schedule_slots" USING btree ("event_id","starts_at");--> statement-breakpoint
CREATE INDEX "schedule_slots_team" ON "schedule_slots" USING btree ("team_id");--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind_known" CHECK (kind in ('teams','scores','users','faqs','schedule'));