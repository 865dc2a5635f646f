CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"refunded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "demo_orders" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_asked_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_asked_amount" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_at" ON "payment_refunds" USING btree ("refunded_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded_amount" CHECK (refunded_amount between 0 and amount);--> statement-breakpoint
UPDATE "payments" SET "refunded_amount" = "amount" WHERE "state" = 'refunded';--> statement-breakpoint
-- the id of the payment, which the notices of the mails about these refunds have, stands for the whole refund
INSERT INTO "payment_refunds" ("id", "payment_id", "amount", "refunded_at") SELECT "id", "id", "amount", coalesce("refunded_at", "updated_at") FROM "payments" WHERE "state" = 'refunded' AND "amount" > 0;--> statement-breakpoint
UPDATE "demo_orders" SET "refunded_amount" = "amount" WHERE "refunded";
