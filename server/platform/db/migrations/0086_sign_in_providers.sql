CREATE TABLE "provider_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"is_proven" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_requests" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"session_id" uuid,
	"invitation_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_requests_purpose_known" CHECK (purpose in ('sign-in','invitation','link','confirm'))
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "provider_link_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "has_provider_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_links" ADD CONSTRAINT "provider_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_requests" ADD CONSTRAINT "provider_requests_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_links_user" ON "provider_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_links_subject_key" ON "provider_links" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "provider_requests_expires" ON "provider_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "provider_requests_session" ON "provider_requests" USING btree ("session_id") WHERE "session_id" is not null;