ALTER TABLE "email_configurations" ADD COLUMN "from_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_configurations" ADD COLUMN "reply_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_configurations" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_configurations" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_lanes" ADD COLUMN "alarmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_recipient_part" ON "messages" USING gin ("recipient" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_reason_part" ON "messages" USING gin ("reason" gin_trgm_ops) WHERE reason <> '';--> statement-breakpoint
CREATE INDEX "messages_gateway" ON "messages" USING btree ("gateway","id");--> statement-breakpoint
CREATE INDEX "outbox_calls" ON "outbox" USING btree ("id") WHERE kind in ('partner', 'logout');--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_client" ON "outbox" USING btree ("client_id") WHERE client_id is not null;