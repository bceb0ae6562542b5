CREATE TABLE "actings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "actings" ADD CONSTRAINT "actings_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "actings" ADD CONSTRAINT "actings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "actings_open" ON "actings" USING btree ("session_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "actings_actor" ON "actings" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "actings_user" ON "actings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "actings_expires" ON "actings" USING btree ("expires_at");