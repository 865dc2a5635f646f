DROP INDEX "users_phone_key";--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone") WHERE deleted_at is null and phone is not null;