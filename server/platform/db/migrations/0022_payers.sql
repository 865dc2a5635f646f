CREATE TABLE "payers" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- An erasure has a chosen reason. The texts that administrators wrote could name the erased person.
UPDATE "audit_log" SET "after" = "after" - 'reason' WHERE "entity" = 'user' AND "action" = 'erase' AND "after"->>'reason' NOT IN ('asked', 'unused');
