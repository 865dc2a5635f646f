CREATE TABLE "pending_registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"browser_hash" text,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"national_id_index" text NOT NULL,
	"data" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_registrations_token_hash_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "pending_registrations_email" ON "pending_registrations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "pending_registrations_phone" ON "pending_registrations" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "pending_registrations_national_id" ON "pending_registrations" USING btree ("national_id_index");--> statement-breakpoint
CREATE INDEX "pending_registrations_expires" ON "pending_registrations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "tickets" DROP COLUMN "browser_hash";
