import type { NoticeName } from '@gatehouse/contract/notices.ts'
import type { BuiltInText } from './built-in-texts.ts'

const HELLO = 'Hello {{ firstName }},'
const NOT_YOU =
  'If this was not you, choose “Forgot password?” on the sign-in page at once, and tell your administrator.'
const ASK = 'If you did not expect this, ask your administrator.'

export const ENGLISH: Record<NoticeName, BuiltInText> = {
  'login-otp': {
    subject: 'Your sign-in code for {{ brand }}',
    paragraphs: [
      HELLO,
      'Use this code to finish signing in. It is valid for {{ minutes }} minutes.',
      'Never give it to anybody: nobody at {{ brand }} asks for it.',
      'If you did not try to sign in, somebody knows your password. Change it now.',
    ],
    sms: '{{ code }} is your sign-in code for {{ brand }}. It is valid for {{ minutes }} minutes.',
  },
  'verify-email': {
    subject: 'Verify your email for {{ brand }}',
    paragraphs: [
      HELLO,
      'Use this code to verify your email address. It is valid for {{ minutes }} minutes.',
      'If you did not register, ignore this message. Nothing happens without the code.',
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
      'If you did not ask for it, ignore this message. Your password stays as it is.',
    ],
    button: 'Choose a new password',
  },
  invitation: {
    subject: 'Your account for {{ brand }}',
    paragraphs: [
      HELLO,
      'An account was made for you. Open this link to choose your password; it works once.',
      'From then on you sign in at {{ portal }} with this email address.',
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
      'Somebody signed in to your account from a browser that we have not seen before: {{ device }}, on {{ at }}, from the address {{ ip }}.',
      'If this was you, there is nothing to do.',
      NOT_YOU,
    ],
  },
  'account-locked': {
    subject: 'Wrong passwords for your {{ brand }} account',
    paragraphs: [
      HELLO,
      'A wrong password was entered for your account many times, last on {{ at }} from the address {{ ip }}. New browsers now have to wait a while; those you use already are not affected.',
      'If this was not you, your account is still protected. Make sure that you use this password nowhere else.',
    ],
  },
  'assignment-granted': {
    subject: 'You can now open {{ applicationName }}',
    paragraphs: [
      HELLO,
      '{{ applicationName }} was assigned to you{% if clientName %} for {{ clientName }}{% endif %}{% if role %}, as {{ role }}{% endif %}.',
      'You find it at {{ portal }}.',
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
    paragraphs: [HELLO, 'Your role is now {{ role }}. Sign in again to use it.', ASK],
  },
  'details-changed': {
    subject: 'Your details in {{ brand }} were changed',
    paragraphs: [HELLO, 'An administrator has changed your details: {{ changed }}.', ASK],
  },
  'email-changed': {
    subject: 'Your email address in {{ brand }} was changed',
    paragraphs: [HELLO, 'Messages now go to {{ newEmail }}, and you sign in with that address.', ASK],
  },
  'confirm-email': {
    subject: 'Confirm your new email address for {{ brand }}',
    paragraphs: [
      HELLO,
      'An administrator has made this the email address of your account. Confirm it before you sign in: open {{ portal }}/verifyemail, enter this address and ask for a code.',
      'Applications are told that the address is not confirmed until then.',
      ASK,
    ],
  },
  'account-deactivated': {
    subject: 'Your {{ brand }} account was deactivated',
    paragraphs: [HELLO, 'An administrator has deactivated your account. You cannot sign in any more.', ASK],
  },
  'account-reactivated': {
    subject: 'Your {{ brand }} account is active again',
    paragraphs: [HELLO, 'An administrator has activated your account again. You can sign in at {{ portal }}.'],
  },
  'gateway-failing': {
    subject: '{{ gateway }} keeps failing',
    paragraphs: [
      HELLO,
      'Nothing goes through {{ gateway }}: {{ failures }} tries in a row have failed, the last on {{ at }}.',
      'Messages shows why: {{ portal }}/dashboard/messages. What waits is tried again by itself. You hear of it when it works again.',
    ],
  },
  'gateway-working': {
    subject: '{{ gateway }} works again',
    paragraphs: [
      HELLO,
      'Since {{ at }} {{ gateway }} works again.',
      'What was given up meanwhile can be sent again in Messages: {{ portal }}/dashboard/messages.',
    ],
  },
  'sessions-ended': {
    subject: 'You were signed out of {{ brand }}',
    paragraphs: [
      HELLO,
      'An administrator signed you out everywhere on {{ at }}.',
      'You can sign in again at {{ portal }}.',
    ],
  },
}
