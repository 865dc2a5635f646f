CREATE TABLE "demo_orders" (
	"ref" text PRIMARY KEY NOT NULL,
	"cart_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"return_url" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"transaction_ref" text,
	"refunded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_orders_cart_key" UNIQUE("cart_id"),
	CONSTRAINT "demo_orders_transaction_key" UNIQUE("transaction_ref"),
	CONSTRAINT "demo_orders_state_known" CHECK (state in ('pending','paid','declined','cancelled'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_receipt_key";--> statement-breakpoint
ALTER TABLE "simulator_files" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_receipt_key" UNIQUE("receipt_year","receipt_no","demo");