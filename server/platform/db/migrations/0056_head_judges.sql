CREATE TABLE "additional_attempts" (
	"event_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"round" smallint NOT NULL,
	"allowed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "additional_attempts_event_id_team_id_round_pk" PRIMARY KEY("event_id","team_id","round")
);
--> statement-breakpoint
ALTER TABLE "judge_sessions" ADD COLUMN "unsent_sheets" smallint;--> statement-breakpoint
ALTER TABLE "judge_sessions" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "judges" ADD COLUMN "is_head" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sheet_reviews" ADD COLUMN "needs_decision" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "protests" ADD COLUMN "is_on_paper" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "additional_attempts" ADD CONSTRAINT "additional_attempts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "additional_attempts" ADD CONSTRAINT "additional_attempts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "additional_attempts_team" ON "additional_attempts" USING btree ("team_id");