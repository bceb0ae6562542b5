import type { SessionEndReason } from '@gatehouse/contract/session.ts'
import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'

/** What the sign-in page says of a session that has ended, in English. A person who has signed out knows it. */
const WORDS: Record<SessionEndReason, string | null> = {
  logout: null,
  'password-changed': 'Your password was changed. Sign in with the new one.',
  'password-reset': 'Your password was changed. Sign in with the new one.',
  'passkey-copied': 'Your passkey may have been copied, so you were signed out everywhere. Sign in another way.',
  'role-changed': 'Your role was changed. Sign in again.',
  'too-many-sessions': 'You had too many sessions, so the oldest one ended. Sign in again.',
  replaced: 'Someone else signed in from this browser. Sign in again.',
  'ended-by-owner': 'You ended this session from another device. Sign in again.',
  'ended-by-administrator': 'An administrator ended your session. Sign in again.',
  deactivated: 'Your account is no longer active. Ask your administrator.',
  suspended: 'Your account is suspended for now. Your administrator can say until when.',
  deleted: 'Your account is no longer active. Ask your administrator.',
  idle: 'You were signed out because you were inactive for too long. Sign in again.',
  expired: 'Your session reached its maximum length. Sign in again.',
}

export function endReasonWords(reason: SessionEndReason | null | undefined): string | null {
  return reason ? WORDS[reason] : null
}

/** The same on a page that somebody was using: whatever ended the session, it was not done there. */
export function noticeOf(reason: SessionEndReason | null): string {
  if (reason === 'logout') return 'You signed out in another tab or application. Sign in again.'
  return endReasonWords(reason) ?? VISITOR_ERRORS.not_signed_in.msg
}
