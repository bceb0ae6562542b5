CREATE TABLE "approval_draft_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"application_role_id" uuid,
	"page_id" uuid,
	"edited_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_draft_edits" ADD CONSTRAINT "approval_draft_edits_draft_id_approval_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."approval_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_draft_edits_draft" ON "approval_draft_edits" USING btree ("draft_id","revision");