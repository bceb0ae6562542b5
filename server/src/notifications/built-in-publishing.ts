import type { BuiltInText } from './built-in-texts.ts'
import * as english from './phrases-english.ts'
import * as hindi from './phrases-hindi.ts'

export type PublishNotice = 'publishing-asked' | 'publishing-confirmed' | 'publishing-sent-back'
type PublishTexts = Record<PublishNotice, BuiltInText>

const PAGE = '{{ portal }}/dashboard/approvalVersions?applicationId={{ applicationId }}&draft={{ draftId }}'
const APPLICATION = '{{ portal }}/dashboard/approvalVersions?applicationId={{ applicationId }}'

/** The messages about changes of approvals that a second person confirms. */
export const ENGLISH_PUBLISHING: PublishTexts = {
  'publishing-asked': {
    subject: '{{ person }} asks you to confirm a change of approvals in {{ application }}',
    paragraphs: [
      english.HELLO,
      '{{ person }} asks for a second person, who confirms a change of approvals in {{ application }}.',
      `See what it changes, and confirm it or send it back, at ${PAGE}`,
    ],
  },
  'publishing-confirmed': {
    subject: 'Your change of approvals in {{ application }} was confirmed',
    paragraphs: [
      english.HELLO,
      '{{ person }} has confirmed your change of approvals in {{ application }}. It counts now.',
      `The list of versions is at ${APPLICATION}`,
    ],
  },
  'publishing-sent-back': {
    subject: 'Your change of approvals in {{ application }} was sent back',
    paragraphs: [
      english.HELLO,
      '{{ person }} has sent your change of approvals in {{ application }} back: {{ answer }}',
      `Change it and ask again at ${PAGE}`,
    ],
  },
}

export const HINDI_PUBLISHING: PublishTexts = {
  'publishing-asked': {
    subject: '{{ person }} चाहते हैं कि आप {{ application }} के अनुमोदनों में बदलाव की पुष्टि करें',
    paragraphs: [
      hindi.HELLO,
      '{{ application }} के अनुमोदनों में बदलाव की पुष्टि के लिए {{ person }} को दूसरे व्यक्ति की ज़रूरत है।',
      `देखें कि क्या बदलेगा, और पुष्टि करें या वापस भेजें: ${PAGE}`,
    ],
  },
  'publishing-confirmed': {
    subject: '{{ application }} के अनुमोदनों में आपके बदलाव की पुष्टि हो गई',
    paragraphs: [
      hindi.HELLO,
      '{{ person }} ने {{ application }} के अनुमोदनों में आपके बदलाव की पुष्टि कर दी है। वह अब लागू है।',
      `संस्करणों की सूची यहाँ है: ${APPLICATION}`,
    ],
  },
  'publishing-sent-back': {
    subject: '{{ application }} के अनुमोदनों में आपका बदलाव वापस भेजा गया',
    paragraphs: [
      hindi.HELLO,
      '{{ person }} ने {{ application }} के अनुमोदनों में आपका बदलाव वापस भेजा है: {{ answer }}',
      `उसे बदलें और यहाँ फिर से माँगें: ${PAGE}`,
    ],
  },
}
