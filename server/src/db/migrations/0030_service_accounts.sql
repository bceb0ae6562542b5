CREATE TABLE "service_account_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_used_from" text,
	"revoked_at" timestamp with time zone,
	"notices_sent" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_account_permissions" (
	"account_id" uuid NOT NULL,
	"permission_id" uuid NOT NULL,
	CONSTRAINT "service_account_permissions_account_id_permission_id_pk" PRIMARY KEY("account_id","permission_id")
);
--> statement-breakpoint
CREATE TABLE "service_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"owner_id" uuid,
	"networks" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "service_account_keys" ADD CONSTRAINT "service_account_keys_account_id_service_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_account_permissions" ADD CONSTRAINT "service_account_permissions_account_id_service_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_account_permissions" ADD CONSTRAINT "service_account_permissions_permission_id_permissions_id_fk" FOREIGN KEY ("permission_id") REFERENCES "public"."permissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "service_account_keys_secret" ON "service_account_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "service_account_keys_account" ON "service_account_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "service_account_keys_end" ON "service_account_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "service_account_permissions_permission" ON "service_account_permissions" USING btree ("permission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "service_accounts_name" ON "service_accounts" USING btree (lower("name")) WHERE deleted_at is null;