import type { BuiltInText } from './built-in-texts.ts'
import * as english from './phrases-english.ts'
import * as hindi from './phrases-hindi.ts'

export type ApprovalNotice = 'approval-errors'
type ApprovalTexts = Record<ApprovalNotice, BuiltInText>

const CHECK = '{{ portal }}/dashboard/approvalProcess?checkApplication={{ applicationId }}&checkClient={{ clientId }}'

/** The message about new errors in the approvals of an application, to its owners. */
export const ENGLISH_APPROVALS: ApprovalTexts = {
  'approval-errors': {
    subject: 'New errors in the approvals of {{ application }}: {{ count }}',
    paragraphs: [
      english.HELLO,
      'The nightly check has found new errors in the approvals of {{ application }}: {{ count }}. Documents are denied, or stop on their way.',
      'The first of them: {{ findings }}',
      `The check, for those who may see approvals: ${CHECK}`,
    ],
  },
}

export const HINDI_APPROVALS: ApprovalTexts = {
  'approval-errors': {
    subject: '{{ application }} के अनुमोदनों में नई त्रुटियाँ: {{ count }}',
    paragraphs: [
      hindi.HELLO,
      'रात की जाँच में {{ application }} के अनुमोदनों में नई त्रुटियाँ मिली हैं: {{ count }}। दस्तावेज़ अस्वीकार होते हैं, या बीच में रुक जाते हैं।',
      'उनमें से पहली: {{ findings }}',
      `जाँच, उनके लिए जो अनुमोदन देख सकते हैं: ${CHECK}`,
    ],
  },
}
