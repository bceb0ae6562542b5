import type { BuiltInText, OwnNotice } from './built-in-texts.ts'
import { HELLO, NOT_YOU } from './phrases-english.ts'

/** Where an administrator also ended all sessions: one message instead of two. */
const SIGNED_OUT =
  '{% if signedOut %} An administrator also signed you out everywhere. You can sign in again at {{ portal }}.{% endif %}'

/** What people sign in with: added, removed, used. */
export const FACTORS_IN_ENGLISH = {
  'strong-sign-in-begins': {
    subject: 'From {{ from }} you need a passkey or an authenticator app for {{ brand }}',
    paragraphs: [
      HELLO,
      'From {{ from }}, a code by email is no longer enough for everything that you may open at {{ brand }}.',
      'Add a passkey or an authenticator app before that day. It takes a minute: {{ portal }}/dashboard/signInMethods',
    ],
  },
  'passkey-begins': {
    subject: 'From {{ from }} you need a passkey for {{ brand }}',
    paragraphs: [
      HELLO,
      'From {{ from }}, a code by email or of an authenticator app is no longer enough for everything that you may open at {{ brand }}.',
      'Add a passkey before that day. It takes a minute: {{ portal }}/dashboard/signInMethods',
    ],
  },
  'recovery-codes-made': {
    subject: 'Recovery codes were made for your {{ brand }} account',
    paragraphs: [
      HELLO,
      'Ten recovery codes were made for your account on {{ at }}, with {{ device }}, from the IP address {{ ip }}. After your password, each signs you in once; former ones are void.',
      NOT_YOU,
    ],
  },
  'recovery-codes-removed': {
    subject: 'The recovery codes of your {{ brand }} account were removed',
    paragraphs: [
      HELLO,
      `The recovery codes of your account were removed on {{ at }}. None of them signs you in any more.${SIGNED_OUT}`,
      NOT_YOU,
    ],
  },
  'recovery-code-used': {
    subject: 'A recovery code was used for your {{ brand }} account',
    paragraphs: [
      HELLO,
      'A recovery code was used to sign in to your account on {{ at }}, with {{ device }}, from the IP address {{ ip }}. Codes that are left: {{ left }}.',
      NOT_YOU,
    ],
  },
  'browser-remembered': {
    subject: 'A browser is remembered for your {{ brand }} account',
    paragraphs: [
      HELLO,
      'For 30 days your password is enough to sign in with {{ device }}. This was asked for on {{ at }}, from the IP address {{ ip }}. You can have the browser forgotten under “Sign-in methods”.',
      NOT_YOU,
    ],
  },
  'browser-copied': {
    subject: 'A remembered browser of your {{ brand }} account was refused',
    paragraphs: [
      HELLO,
      'On {{ at }} somebody entered your password, from the IP address {{ ip }}, with a value of a remembered browser that was used before. Either somebody has copied it and knows your password, or an answer to your browser was lost. The browser is no longer remembered, and a code was asked for.',
      NOT_YOU,
    ],
  },
  'passkey-added': {
    subject: 'A passkey was added to your {{ brand }} account',
    paragraphs: [
      HELLO,
      'The passkey “{{ passkey }}” was added to your account on {{ at }}, with {{ device }}, from the IP address {{ ip }}. It signs in without a password and code.',
      NOT_YOU,
    ],
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your {{ brand }} account',
    paragraphs: [
      HELLO,
      `The passkey “{{ passkey }}” was removed from your account on {{ at }}. It no longer signs in. You can also delete it where it is kept, such as in your password manager.${SIGNED_OUT}`,
      NOT_YOU,
    ],
  },
  'passkey-copied': {
    subject: 'A passkey of your {{ brand }} account was refused',
    paragraphs: [
      HELLO,
      'A sign-in with the passkey “{{ passkey }}” was refused on {{ at }}, from the IP address {{ ip }}. It seems that a copy of this passkey is in use.',
      'This passkey signs in no more, and your account was signed out everywhere. Sign in another way, remove it from your account, and tell your administrator. If you know that it has no copy, you can accept it again there.',
      NOT_YOU,
    ],
  },
  'passkey-accepted': {
    subject: 'A passkey of your {{ brand }} account was accepted again',
    paragraphs: [
      HELLO,
      'The passkey “{{ passkey }}”, which was refused because it may have been copied, was accepted again on {{ at }}, from the IP address {{ ip }}. It now signs in to your account.',
      NOT_YOU,
    ],
  },
  'authenticator-added': {
    subject: 'An authenticator app was added to your {{ brand }} account',
    paragraphs: [
      HELLO,
      'The authenticator app “{{ authenticator }}” was added to your account on {{ at }}, with {{ device }}, from the IP address {{ ip }}. After your password, its codes now sign you in.',
      NOT_YOU,
    ],
  },
  'authenticator-removed': {
    subject: 'An authenticator app was removed from your {{ brand }} account',
    paragraphs: [
      HELLO,
      `The authenticator app “{{ authenticator }}” was removed from your account on {{ at }}. Its codes no longer sign you in: delete the account in the app, too.${SIGNED_OUT}`,
      NOT_YOU,
    ],
  },
} satisfies { [notice in OwnNotice]?: BuiltInText }
