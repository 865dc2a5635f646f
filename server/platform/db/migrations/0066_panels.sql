CREATE TABLE "judge_recusals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"judge_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"recused_at" timestamp (3) with time zone NOT NULL,
	"taken_back_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "panel_feedback" (
	"judge_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"round" smallint NOT NULL,
	"event_id" uuid NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "panel_feedback_judge_id_team_id_round_pk" PRIMARY KEY("judge_id","team_id","round")
);
--> statement-breakpoint
CREATE TABLE "released_feedback" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"released_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"released_by" uuid
);
--> statement-breakpoint
CREATE TABLE "second_looks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"judge_id" uuid NOT NULL,
	"round" smallint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"is_corrected" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "judge_recusals" ADD CONSTRAINT "judge_recusals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_recusals" ADD CONSTRAINT "judge_recusals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "judge_recusals" ADD CONSTRAINT "judge_recusals_judge_id_judges_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."judges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panel_feedback" ADD CONSTRAINT "panel_feedback_judge_id_judges_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."judges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panel_feedback" ADD CONSTRAINT "panel_feedback_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "panel_feedback" ADD CONSTRAINT "panel_feedback_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_feedback" ADD CONSTRAINT "released_feedback_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_feedback" ADD CONSTRAINT "released_feedback_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_looks" ADD CONSTRAINT "second_looks_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_looks" ADD CONSTRAINT "second_looks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_looks" ADD CONSTRAINT "second_looks_judge_id_judges_id_fk" FOREIGN KEY ("judge_id") REFERENCES "public"."judges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judge_recusals_event" ON "judge_recusals" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "judge_recusals_team" ON "judge_recusals" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "judge_recusals_current" ON "judge_recusals" USING btree ("judge_id","team_id") WHERE taken_back_at is null;--> statement-breakpoint
CREATE INDEX "panel_feedback_event" ON "panel_feedback" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "panel_feedback_team" ON "panel_feedback" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "second_looks_event" ON "second_looks" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "second_looks_team" ON "second_looks" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_looks_open" ON "second_looks" USING btree ("judge_id","team_id","round") WHERE answered_at is null;