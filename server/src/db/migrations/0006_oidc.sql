CREATE TABLE "oidc_artifacts" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" uuid,
	"application_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oidc_consents" (
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oidc_consents_user_id_application_id_pk" PRIMARY KEY("user_id","application_id")
);
--> statement-breakpoint
CREATE TABLE "oidc_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"is_offline" boolean NOT NULL,
	"scopes" text[] NOT NULL,
	"resources" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"alg" text NOT NULL,
	"sealed_private_jwk" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "redirect_uris" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "post_logout_redirect_uris" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "backchannel_logout_uri" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "oauth_grants" text[] DEFAULT '{"authorization_code"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "token_auth_method" text DEFAULT 'client_secret_basic' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "jwks" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "pkce_required" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "allowed_scopes" text[] DEFAULT '{"openid","profile","email","phone","access"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "is_first_party" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "opened_applications" ADD COLUMN "launched_for" uuid;--> statement-breakpoint
ALTER TABLE "opened_applications" ADD COLUMN "launched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "application_id" uuid;--> statement-breakpoint
ALTER TABLE "oidc_artifacts" ADD CONSTRAINT "oidc_artifacts_grant_id_oidc_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."oidc_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_artifacts" ADD CONSTRAINT "oidc_artifacts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_consents" ADD CONSTRAINT "oidc_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_consents" ADD CONSTRAINT "oidc_consents_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_grants" ADD CONSTRAINT "oidc_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_grants" ADD CONSTRAINT "oidc_grants_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_grants" ADD CONSTRAINT "oidc_grants_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_grants" ADD CONSTRAINT "oidc_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oidc_artifacts_grant" ON "oidc_artifacts" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_artifacts_application" ON "oidc_artifacts" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "oidc_artifacts_expires" ON "oidc_artifacts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_consents_application" ON "oidc_consents" USING btree ("application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_grants_live" ON "oidc_grants" USING btree ("session_id","application_id","client_id","is_offline") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "oidc_grants_user" ON "oidc_grants" USING btree ("user_id","application_id");--> statement-breakpoint
CREATE INDEX "oidc_grants_application" ON "oidc_grants" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "oidc_grants_client" ON "oidc_grants" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oidc_grants_expires" ON "oidc_grants" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "opened_applications" ADD CONSTRAINT "opened_applications_launched_for_clients_id_fk" FOREIGN KEY ("launched_for") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opened_applications_application" ON "opened_applications" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "outbox_session" ON "outbox" USING btree ("session_id","application_id") WHERE session_id is not null;