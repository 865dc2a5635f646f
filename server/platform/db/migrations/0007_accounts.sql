ALTER TABLE "tickets" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "confirm_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "unused_notice_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "downloads_email" ON "downloads" USING btree ("email");--> statement-breakpoint
CREATE INDEX "messages_email" ON "messages" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_erasure" ON "users" USING btree ("erasure_requested_at") WHERE erasure_requested_at is not null;--> statement-breakpoint
CREATE INDEX "users_unused" ON "users" USING btree ("unused_notice_at") WHERE unused_notice_at is not null;--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("confirm_until") WHERE confirm_until is not null;