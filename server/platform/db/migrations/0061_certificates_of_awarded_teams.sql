ALTER TABLE "certificates" DROP CONSTRAINT "certificates_of_judges";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_team" ON "certificates" USING btree ("team_id");--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_without_entry" CHECK ((entry_id is null) = (rank is null) and (entry_id is null or (kind <> 'judge' and team_id is null)));