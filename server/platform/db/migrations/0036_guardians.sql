CREATE TABLE "guardian_confirmations" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"method" text NOT NULL,
	"text_version" text NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"recorded_by" uuid,
	CONSTRAINT "guardian_confirmations_state_known" CHECK (state in ('confirmed','refused')),
	CONSTRAINT "guardian_confirmations_method_known" CHECK (method in ('mailed-link','copied-link','paper'))
);
--> statement-breakpoint
CREATE TABLE "guardian_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"method" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "guardian_links_method_known" CHECK (method in ('mailed-link','copied-link'))
);
--> statement-breakpoint
ALTER TABLE "guardian_confirmations" ADD CONSTRAINT "guardian_confirmations_person_id_team_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."team_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_confirmations" ADD CONSTRAINT "guardian_confirmations_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_links" ADD CONSTRAINT "guardian_links_person_id_team_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."team_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardian_links_person" ON "guardian_links" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "guardian_links_expiry" ON "guardian_links" USING btree ("expires_at");