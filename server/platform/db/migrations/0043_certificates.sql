CREATE TABLE "certificates" (
	"code" text PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"person_id" uuid,
	"is_for_member" boolean NOT NULL,
	"rank" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_person_id_team_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."team_people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_event" ON "certificates" USING btree ("event_id","rank");--> statement-breakpoint
CREATE INDEX "certificates_entry" ON "certificates" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "certificates_person" ON "certificates" USING btree ("person_id");