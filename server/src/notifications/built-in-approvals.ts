import type { BuiltInText } from './built-in-texts.ts'
import * as english from './phrases-english.ts'
import * as hindi from './phrases-hindi.ts'

export type ApprovalNotice =
  | 'approval-errors'
  | 'pages-added'
  | 'conflict-exception-ends'
  | 'publishing-asked'
  | 'publishing-confirmed'
  | 'publishing-sent-back'
  | 'publishing-not-done'
type ApprovalTexts = Record<ApprovalNotice, BuiltInText>

const CHECK = '{{ portal }}/dashboard/approvalProcess?checkApplication={{ applicationId }}&checkClient={{ clientId }}'
const PAGE_ACCESS = '{{ portal }}/dashboard/pageAccess?application={{ applicationId }}'
const PAGE = '{{ portal }}/dashboard/approvalVersions?applicationId={{ applicationId }}&draft={{ draftId }}'
const EXCEPTIONS = '{{ portal }}/dashboard/conflictingRoles?show=current'
const APPLICATION = '{{ portal }}/dashboard/approvalVersions?applicationId={{ applicationId }}'

/** The messages about the approvals of an application: their new errors, its new pages, and changes that a second person confirms. */
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
  'pages-added': {
    subject: 'New pages of {{ application }}: {{ count }}',
    paragraphs: [
      english.HELLO,
      '{{ application }} has published pages that are new: {{ count }}. Nobody sees them until a role has them.',
      'The first of them: {{ pages }}',
      `Which role may use which page, for those who may see approvals: ${PAGE_ACCESS}`,
    ],
  },
  'conflict-exception-ends': {
    subject: 'The exception of {{ person }} from {{ rule }} ends',
    paragraphs: [
      english.HELLO,
      'On {{ ends }} the exception ends by which the conflict rule {{ rule }} of {{ application }} does not count for {{ person }}. You granted it.',
      'From then on the rule counts again: {{ person }} keeps what they hold, and is listed as somebody who breaks it.',
      `Take a role away, or grant another exception: ${EXCEPTIONS}`,
    ],
  },
  'publishing-asked': {
    subject:
      '{{ person }} asks you to confirm {% if draftId %}a change of approvals in {{ application }}{% else %}that {{ application }} needs no second person any more{% endif %}',
    paragraphs: [
      english.HELLO,
      '{% if draftId %}{{ person }} asks for a second person, who confirms a change of approvals in {{ application }}. {% if from %}It is to count from {{ from }}.{% else %}It counts as soon as it is confirmed.{% endif %}{% else %}{{ person }} asks to end a protection: that a second person confirms each change of approvals in {{ application }} before it counts. Once you confirm this, one person alone can change who approves what there.{% endif %}',
      '{% if answer %}The reason given: {{ answer }}{% else %}No reason was given.{% endif %}',
      `{% if draftId %}See what it changes, and confirm it or send it back, at{% else %}Confirm it or send it back at{% endif %} ${PAGE}`,
    ],
  },
  'publishing-confirmed': {
    subject:
      '{% if draftId %}Your change of approvals in {{ application }} was confirmed{% else %}Approvals in {{ application }} need no second person any more{% endif %}',
    paragraphs: [
      english.HELLO,
      '{% if draftId %}{{ person }} has confirmed your change of approvals in {{ application }}. {% if from %}It counts from {{ from }}.{% else %}It counts from now on.{% endif %}{% else %}A protection has ended: no second person confirms changes of approvals in {{ application }} any more. You asked for it, and {{ person }} confirmed it. From now on one person alone can change who approves what there.{% endif %}',
      `The list of versions is at ${APPLICATION}`,
    ],
  },
  'publishing-sent-back': {
    subject:
      '{% if draftId %}Your change of approvals in {{ application }} was sent back{% else %}Approvals in {{ application }} still need a second person{% endif %}',
    paragraphs: [
      english.HELLO,
      '{% if draftId %}{{ person }} has sent your change of approvals in {{ application }} back: {{ answer }}{% else %}You asked that changes of approvals in {{ application }} need no second person any more. {{ person }} has sent that back: {{ answer }}{% endif %}',
      `{% if draftId %}Change it and ask again at{% else %}Ask again at{% endif %} ${PAGE}`,
    ],
  },
  'publishing-not-done': {
    subject: 'A change of approvals in {{ application }} is not published at its date',
    paragraphs: [
      english.HELLO,
      'The draft {{ draft }} changes approvals in {{ application }}, and had a date. It is not published: {{ answer }}',
      `It stays a draft. For those who may see approvals it is at ${PAGE}`,
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
  'pages-added': {
    subject: '{{ application }} के नए पेज: {{ count }}',
    paragraphs: [
      hindi.HELLO,
      '{{ application }} ने नए पेज प्रकाशित किए हैं: {{ count }}। जब तक किसी भूमिका को वे नहीं मिलते, वे किसी को नहीं दिखते।',
      'उनमें से पहले: {{ pages }}',
      `कौन-सी भूमिका कौन-सा पेज उपयोग कर सकती है, उनके लिए जो अनुमोदन देख सकते हैं: ${PAGE_ACCESS}`,
    ],
  },
  'conflict-exception-ends': {
    subject: '{{ rule }} से {{ person }} की छूट समाप्त होने वाली है',
    paragraphs: [
      hindi.HELLO,
      '{{ application }} का टकराव नियम {{ rule }} अभी {{ person }} पर लागू नहीं है। आपकी दी हुई यह छूट {{ ends }} को समाप्त होगी।',
      'उसके बाद नियम फिर लागू होगा: {{ person }} के पास जो है वह बना रहेगा, पर वे नियम तोड़ने वालों की सूची में दिखेंगे।',
      `कोई भूमिका हटाएँ, या दूसरी छूट दें: ${EXCEPTIONS}`,
    ],
  },
  'publishing-asked': {
    subject:
      '{{ person }} चाहते हैं कि {% if draftId %}आप {{ application }} के अनुमोदनों में बदलाव की पुष्टि करें{% else %}{{ application }} में आगे से दूसरा व्यक्ति ज़रूरी न हो{% endif %}',
    paragraphs: [
      hindi.HELLO,
      '{% if draftId %}{{ application }} के अनुमोदनों में बदलाव की पुष्टि के लिए {{ person }} को दूसरे व्यक्ति की ज़रूरत है। {% if from %}वह {{ from }} से लागू होना है।{% else %}पुष्टि होते ही वह लागू हो जाएगा।{% endif %}{% else %}{{ person }} एक सुरक्षा समाप्त करना चाहते हैं: {{ application }} के अनुमोदनों में हर बदलाव लागू होने से पहले दूसरा व्यक्ति उसकी पुष्टि करता है। आपके पुष्टि करने के बाद एक व्यक्ति अकेले बदल सकेगा कि वहाँ कौन क्या स्वीकृत करता है।{% endif %}',
      '{% if answer %}दिया गया कारण: {{ answer }}{% else %}कोई कारण नहीं दिया गया।{% endif %}',
      `{% if draftId %}देखें कि क्या बदलेगा, और पुष्टि करें या वापस भेजें:{% else %}पुष्टि करें या वापस भेजें:{% endif %} ${PAGE}`,
    ],
  },
  'publishing-confirmed': {
    subject:
      '{% if draftId %}{{ application }} के अनुमोदनों में आपके बदलाव की पुष्टि हो गई{% else %}{{ application }} के अनुमोदनों में अब दूसरा व्यक्ति ज़रूरी नहीं है{% endif %}',
    paragraphs: [
      hindi.HELLO,
      '{% if draftId %}{{ person }} ने {{ application }} के अनुमोदनों में आपके बदलाव की पुष्टि कर दी है। {% if from %}वह {{ from }} से लागू होगा।{% else %}वह अभी से लागू है।{% endif %}{% else %}एक सुरक्षा समाप्त हो गई है: {{ application }} के अनुमोदनों में बदलाव की पुष्टि अब कोई दूसरा व्यक्ति नहीं करता। आपने यह माँगा था, और {{ person }} ने इसकी पुष्टि की। अब से एक व्यक्ति अकेले बदल सकता है कि वहाँ कौन क्या स्वीकृत करता है।{% endif %}',
      `संस्करणों की सूची यहाँ है: ${APPLICATION}`,
    ],
  },
  'publishing-sent-back': {
    subject:
      '{% if draftId %}{{ application }} के अनुमोदनों में आपका बदलाव वापस भेजा गया{% else %}{{ application }} के अनुमोदनों में अब भी दूसरा व्यक्ति ज़रूरी है{% endif %}',
    paragraphs: [
      hindi.HELLO,
      '{% if draftId %}{{ person }} ने {{ application }} के अनुमोदनों में आपका बदलाव वापस भेजा है: {{ answer }}{% else %}आपने माँगा था कि {{ application }} के अनुमोदनों में बदलाव के लिए आगे से दूसरे व्यक्ति की ज़रूरत न हो। {{ person }} ने इसे वापस भेजा है: {{ answer }}{% endif %}',
      `{% if draftId %}उसे बदलें और यहाँ फिर से माँगें:{% else %}यहाँ फिर से माँगें:{% endif %} ${PAGE}`,
    ],
  },
  'publishing-not-done': {
    subject: '{{ application }} के अनुमोदनों में एक बदलाव अपनी तारीख पर प्रकाशित नहीं होता',
    paragraphs: [
      hindi.HELLO,
      'मसौदा {{ draft }} {{ application }} के अनुमोदन बदलता है, और उसकी तारीख तय थी। वह प्रकाशित नहीं होता: {{ answer }}',
      `वह मसौदा ही रहता है। जो अनुमोदन देख सकते हैं, उनके लिए वह यहाँ है: ${PAGE}`,
    ],
  },
}
