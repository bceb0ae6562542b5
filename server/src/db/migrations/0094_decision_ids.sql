ALTER TABLE "approval_decisions" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "approval_replay_changes" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "approval_replay_changes" ADD COLUMN "stand_in_id" uuid;