CREATE TABLE "payment_reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"report" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_receipt_key";--> statement-breakpoint
DROP INDEX "payments_open";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "order_url" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt_year" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payment_reconciliations_at" ON "payment_reconciliations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at") WHERE state not in ('paid','excess','failed','refunded','withdrawn');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_receipt_key" UNIQUE("receipt_year","receipt_no");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_receipt_whole" CHECK ((receipt_year is null) = (receipt_no is null));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state_known" CHECK (state in ('created','pending','held','paid','excess','mismatch','declined','cancelled','expired','failed','refunded','withdrawn'));