import type { BuiltInText } from './built-in-texts.ts'

export type ReviewNotice = 'review-started' | 'review-reminder' | 'review-overdue' | 'review-completed'
type ReviewTexts = Record<ReviewNotice, BuiltInText>

/** The messages about reviews of access, to those who decide in them and to whoever has started them. */
export const ENGLISH_REVIEWS: ReviewTexts = {
  'review-started': {
    subject: 'Please review access: {{ review }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'You were chosen to decide who keeps access. Decisions that wait for you: {{ lines }}, until {{ due }}.',
      'Open the review at {{ portal }}/dashboard/myReviews?review={{ reviewId }}',
    ],
  },
  'review-reminder': {
    subject: 'Reminder: {{ review }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'Decisions that still wait for you in the review “{{ review }}”: {{ lines }}. It is due on {{ due }}.',
      'Open the review at {{ portal }}/dashboard/myReviews?review={{ reviewId }}',
    ],
  },
  'review-overdue': {
    subject: 'Overdue: {{ review }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'The review “{{ review }}”, which you have started, was due on {{ due }}. Undecided assignments: {{ lines }}.',
      'The portal completes it seven days after the due date. Change the date or complete it at {{ portal }}/dashboard/reviews?review={{ reviewId }}',
    ],
  },
  'review-completed': {
    subject: 'Completed: {{ review }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'The review “{{ review }}” is completed. Assignments that stay: {{ kept }}; removed: {{ revoked }}; with an earlier end: {{ shortened }}; decisions that could not be carried out: {{ failed }}.',
      'See the result, or give access back within a day, at {{ portal }}/dashboard/reviews?review={{ reviewId }}',
    ],
  },
}

export const HINDI_REVIEWS: ReviewTexts = {
  'review-started': {
    subject: 'कृपया एक्सेस की समीक्षा करें: {{ review }}',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      'आपको यह तय करने के लिए चुना गया है कि एक्सेस किसके पास रहेगा। {{ due }} तक आपके निर्णयों की प्रतीक्षा: {{ lines }}।',
      'समीक्षा यहाँ खोलें: {{ portal }}/dashboard/myReviews?review={{ reviewId }}',
    ],
  },
  'review-reminder': {
    subject: 'याद दिलाने के लिए: {{ review }}',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      'समीक्षा “{{ review }}” में अब भी आपके बाकी निर्णय: {{ lines }}। नियत तारीख {{ due }} है।',
      'समीक्षा यहाँ खोलें: {{ portal }}/dashboard/myReviews?review={{ reviewId }}',
    ],
  },
  'review-overdue': {
    subject: 'तारीख निकल गई: {{ review }}',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      'आपकी शुरू की हुई समीक्षा “{{ review }}” {{ due }} तक पूरी होनी थी। बिना निर्णय के असाइनमेंट: {{ lines }}।',
      'नियत तारीख के सात दिन बाद पोर्टल इसे पूरा कर देगा। तारीख बदलें या समीक्षा पूरी करें: {{ portal }}/dashboard/reviews?review={{ reviewId }}',
    ],
  },
  'review-completed': {
    subject: 'पूरी हुई: {{ review }}',
    paragraphs: [
      'नमस्ते {{ firstName }},',
      'समीक्षा “{{ review }}” पूरी हुई। बने रहने वाले असाइनमेंट: {{ kept }}; हटाए गए: {{ revoked }}; पहले समाप्त होने वाले: {{ shortened }}; जो निर्णय लागू नहीं हो सके: {{ failed }}।',
      'नतीजा देखें, या एक दिन के भीतर एक्सेस वापस दें: {{ portal }}/dashboard/reviews?review={{ reviewId }}',
    ],
  },
}
