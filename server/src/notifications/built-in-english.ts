import type { BuiltInText, OwnNotice } from './built-in-texts.ts'
import { FACTORS_IN_ENGLISH } from './factors-in-english.ts'
import { ASK, ASK_OR_LOCK, HELLO, NOT_YOU } from './phrases-english.ts'

export const ENGLISH: Record<OwnNotice, BuiltInText> = {
  ...FACTORS_IN_ENGLISH,
  'login-otp': {
    subject: 'Your sign-in code for {{ brand }}',
    paragraphs: [
      HELLO,
      'Use this code to finish signing in. It is valid for {{ minutes }} minutes.',
      'Never share it: nobody at {{ brand }} will ask you for it.',
      'If you did not try to sign in, someone else may know your password. Change it now, or lock your account with this link: {{ lockLink }} Nobody can sign in to it then, until an administrator has spoken with you.',
    ],
    sms: '{{ code }} is your sign-in code for {{ brand }}. It is valid for {{ minutes }} minutes.',
  },
  'verify-email': {
    subject: 'Verify your email for {{ brand }}',
    paragraphs: [
      HELLO,
      'Use this code to verify your email address. It is valid for {{ minutes }} minutes.',
      'If you did not ask for it, ignore this message. Nothing happens without the code.',
    ],
  },
  'verify-phone': {
    sms: '{{ code }} is your code to confirm this phone number for {{ brand }}. It is valid for {{ minutes }} minutes.',
  },
  'reset-password': {
    subject: 'Choose a new password for {{ brand }}',
    paragraphs: [
      HELLO,
      'Open this link to choose a new password. It is valid for {{ minutes }} minutes and works once.',
      'If you did not ask for it, your password stays as it is, and the link needs no answer. If more such messages come, sign in and look at Account activity, or tell your administrator.',
    ],
    button: 'Choose a new password',
  },
  invitation: {
    subject: 'Your account for {{ brand }}',
    paragraphs: [
      // A person without an account has no name here.
      'Hello{% if firstName %} {{ firstName }}{% endif %},',
      'You are invited{% if inviter %} by {{ inviter }}{% endif %} to {% if applicationName %}{{ applicationName }} on {% endif %}{{ brand }}. Open this link to choose your password. It works once{% if until %}, until {{ until }}{% endif %}.',
      'After that, sign in at {{ portal }} with this email address.',
    ],
    button: 'Choose your password',
  },
  'password-changed': {
    subject: 'Your {{ brand }} password was changed',
    paragraphs: [HELLO, 'The password of your account was changed on {{ at }}.', NOT_YOU],
  },
  'new-device': {
    subject: 'New sign-in to {{ brand }}',
    paragraphs: [
      HELLO,
      'Someone signed in to your account from a browser that we have not seen before: {{ device }}, on {{ at }}, from the IP address {{ ip }}.',
      'If this was you, you do not need to do anything.',
      NOT_YOU,
    ],
  },
  'account-locked': {
    subject: 'Wrong passwords for your {{ brand }} account',
    paragraphs: [
      HELLO,
      'A wrong password was entered for your account many times, most recently on {{ at }} from the IP address {{ ip }}. Sign-ins from new browsers now have to wait a while; browsers that you already use are not affected.',
      'If this was not you, nobody got in, and you do not need to lock your account. Make sure that you use this password nowhere else, or choose a new one at {{ portal }}/forgetpassword',
    ],
  },
  'data-downloaded': {
    subject: 'Your data in {{ brand }} was downloaded',
    paragraphs: [
      HELLO,
      'What {{ brand }} stores about you was downloaded on {{ at }}, with {{ device }}, from the IP address {{ ip }}.',
      NOT_YOU,
    ],
  },
  'assignment-granted': {
    subject:
      '{% if isChanged %}Your access to {{ applicationName }} was changed{% elsif from %}You can open {{ applicationName }} from {{ from }}{% else %}You can now open {{ applicationName }}{% endif %}',
    paragraphs: [
      HELLO,
      '{% if isChanged %}Your access to {{ applicationName }}{% if clientName %} for {{ clientName }}{% endif %} was changed.{% if role %} Your role there is {{ role }}.{% endif %}{% else %}{{ applicationName }} was assigned to you{% if clientName %} for {{ clientName }}{% endif %}{% if role %}, as {{ role }}{% endif %}.{% endif %}{% if from %} You can open it from {{ from }}.{% endif %}{% if until %} It ends on {{ until }}.{% elsif isChanged %} It has no end.{% endif %}',
      'Open it at {{ portal }}.',
    ],
  },
  'assignment-ends': {
    subject: 'Your access to {{ applicationName }} ends on {{ until }}',
    paragraphs: [
      HELLO,
      'Your access to {{ applicationName }}{% if clientName %} for {{ clientName }}{% endif %} ends on {{ until }}.',
      'If you need it for longer, ask your administrator.',
    ],
  },
  'assignment-removed': {
    subject: 'You can no longer open {{ applicationName }}',
    paragraphs: [
      HELLO,
      '{{ applicationName }}{% if clientName %} for {{ clientName }}{% endif %} is no longer assigned to you.',
      ASK,
    ],
  },
  'role-changed': {
    subject: 'Your role in {{ brand }} was changed',
    paragraphs: [HELLO, 'Your role is now {{ role }}. Sign in again to use it.', ASK_OR_LOCK],
  },
  'details-changed': {
    subject: 'Your details in {{ brand }} were changed',
    paragraphs: [HELLO, 'An administrator has changed your details: {{ changed }}.', ASK_OR_LOCK],
  },
  'email-changed': {
    subject: 'Your email address in {{ brand }} was changed',
    paragraphs: [HELLO, 'Messages now go to {{ newEmail }}, and you sign in with that address.', NOT_YOU],
  },
  'confirm-email': {
    subject: 'Confirm your new email address for {{ brand }}',
    paragraphs: [
      HELLO,
      'An administrator has made this the email address of your account. Confirm it before you sign in: open {{ portal }}/verifyemail, enter this address and request a code.',
      'Until then, applications see that the address is not confirmed.',
      ASK,
    ],
  },
  'account-deactivated': {
    subject: 'Your {{ brand }} account was deactivated',
    paragraphs: [HELLO, 'Your account has been deactivated. You can no longer sign in.', ASK],
  },
  'acting-started': {
    subject:
      '{{ administrator }} {% if mayChange %}may change some things in{% else %}looks at{% endif %} your {{ brand }} account',
    paragraphs: [
      'Hello {{ firstName }},',
      'Since {{ at }} {{ administrator }} sees the portal as you see it, until {{ until }} at the latest. The reason: {{ reason }}',
      '{% if mayChange %}They may also change things for you: your name and picture, favourites, messages that you have put off, and requests for access. Each change is in your activity with their name. They cannot change anything else.{% else %}They can read your pages, but change nothing.{% endif %} They open only applications that let support look. You can end it under “My applications and sessions” in your account.',
      ASK_OR_LOCK,
    ],
  },
  'account-suspended': {
    subject: 'Your {{ brand }} account is suspended',
    paragraphs: [
      HELLO,
      'Your account is suspended until {{ until }}, and your sessions have ended.',
      'You will get a message when the suspension is over. You can sign in again from then on.',
      ASK,
    ],
  },
  'suspension-ended': {
    subject: 'The suspension of your {{ brand }} account has ended',
    paragraphs: [HELLO, 'The suspension of your account has ended. You can sign in again at {{ portal }}.'],
  },
  'account-reactivated': {
    subject: 'Your {{ brand }} account is active again',
    paragraphs: [HELLO, 'An administrator has reactivated your account. You can sign in at {{ portal }}.'],
  },
  'account-reported': {
    subject: '{{ person }} locked their {{ brand }} account',
    paragraphs: [
      HELLO,
      '{{ person }} locked their account on {{ at }}, because of a sign-in or a change that they do not recognise.',
      'Speak with them before you reactivate it, and check the email address and phone number first: the intruder may have changed them or read the mail. Then they get a link to choose a new password.',
      'Find the account at {{ portal }}/dashboard/user',
    ],
  },
  'gateway-failing': {
    subject: '{{ gateway }} keeps failing',
    paragraphs: [
      HELLO,
      'Nothing is getting through {{ gateway }}: {{ failures }} attempts in a row have failed, most recently on {{ at }}.',
      'The overview leads to the reason, for people who may see messages: {{ portal }}/dashboard/overview. Whatever is waiting is retried automatically, and you are notified when it works again.',
    ],
  },
  'gateway-working': {
    subject: '{{ gateway }} works again',
    paragraphs: [
      HELLO,
      '{{ gateway }} has been working again since {{ at }}.',
      'Whatever failed in the meantime can be sent again by people who may change messages; the overview leads them to it: {{ portal }}/dashboard/overview.',
    ],
  },
  'service-key-ends': {
    subject: 'A key of {{ account }} expires',
    paragraphs: [
      HELLO,
      'The key “{{ key }}” of the service account {{ account }} expires on {{ ends }}.',
      'Create a new key, give it to the program, and then revoke this one. Two keys can be valid at a time: {{ portal }}/dashboard/serviceAccounts.',
    ],
  },
  'sessions-ended': {
    subject: 'You were signed out of {{ brand }}',
    paragraphs: [
      HELLO,
      'An administrator signed you out everywhere on {{ at }}.',
      'You can sign in again at {{ portal }}.',
      ASK_OR_LOCK,
    ],
  },
}
