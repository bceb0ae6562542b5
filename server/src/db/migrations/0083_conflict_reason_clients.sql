ALTER TABLE "conflict_reasons" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "conflict_reasons" ADD CONSTRAINT "conflict_reasons_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conflict_reasons_client" ON "conflict_reasons" USING btree ("client_id");