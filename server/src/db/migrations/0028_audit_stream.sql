CREATE TABLE "audit_stream" (
	"id" smallint PRIMARY KEY NOT NULL,
	"seal" bigint NOT NULL,
	"position" integer NOT NULL,
	"holder" uuid,
	"leased_until" timestamp with time zone NOT NULL,
	"failures" integer NOT NULL,
	"last_error" text
);
