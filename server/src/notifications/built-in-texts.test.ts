import { SUBJECT_MAX_LENGTH, TEMPLATE_MAX_LENGTH } from '@gatehouse/contract/admin/templates/templates.ts'
import {
  goesBy,
  hasLockLink,
  MESSAGE_LANGUAGES,
  NOTICE_NAMES,
  NOTICES,
  type NoticeName,
} from '@gatehouse/contract/notices.ts'
import { fixedFor } from '@gatehouse/contract/own-notices.ts'
import { describe, expect, test } from 'vitest'
import { builtInSource } from './built-in-source.ts'
import { BUILT_IN } from './built-in-texts.ts'
import { mailHtmlProblems } from './mail-html.ts'
import { render } from './render.ts'
import { samplesOf } from './values.ts'

const MAILS = NOTICE_NAMES.filter((notice) => goesBy('email', notice))
const CASES = MAILS.flatMap((notice) => MESSAGE_LANGUAGES.map((language) => ({ notice, language })))
const whole = (notice: NoticeName, language: 'en' | 'hi') => {
  const { subject = '', paragraphs = [], button = '', sms = '' } = BUILT_IN[language][notice]
  return [subject, ...paragraphs, button, sms]
}

describe.each(CASES)('$notice in $language', ({ notice, language }) => {
  const values = samplesOf(notice)
  const { needs } = NOTICES[notice]

  test('has a text with its code or link, and a subject without it', async () => {
    const { subject, text, html } = await render('email', { notice, language, values, template: null })
    for (const part of [subject, text, html.replace(/<style>[^<]*<\/style>/, '')]) {
      expect(part).not.toMatch(/\{\{|\{%|undefined|null| ,|\s\.|\s।/)
      expect(part.trim()).not.toBe('')
    }
    expect(html).toContain(`lang="${language}"`)
    if (needs === null) return
    const sample = String(values[needs])
    expect(subject).not.toContain(sample)
    expect([text.includes(sample), html.includes(sample)]).toEqual([true, true])
  })

  test('has each address as a link in HTML, and once in the text', async () => {
    const { text, html } = await render('email', { notice, language, values, template: null })
    const addresses = [...text.matchAll(/https?:\/\/[^\s,;।]*[^\s,;.।]/g)].map(([address]) => address)
    const isLinked = (address: string) => html.includes(`<a href="${address.replaceAll('&', '&amp;')}"`)
    expect(addresses.filter((address) => !isLinked(address))).toEqual([])
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test('is complete without an application and a client', async () => {
    const bare = { ...values, clientName: '', role: values.role === undefined ? '' : values.role }
    const { text } = await render('email', { notice, language, values: bare, template: null })
    expect(text).not.toMatch(/ {2}| ,| \.| ।|for [,.]/)
  })

  test('is written in its own script', () => {
    const sentences = whole(notice, language).filter(Boolean)
    for (const sentence of sentences) expect(/[\u0900-\u097F]/.test(sentence)).toBe(language === 'hi')
  })
})

/** The messages about security without the link that locks the account, each with the reason. */
const WITHOUT_LOCK: Partial<Record<NoticeName, string>> = {
  'reset-password': 'nothing has changed; strangers who ask for it would otherwise make the owner lock the account',
  'account-locked': 'nobody got in; strangers who guess would otherwise make the owner lock it',
  'account-deactivated': 'nobody can sign in any more',
  'account-suspended': 'nobody can sign in until it ends',
  'suspension-ended': 'an administrator has settled it, or its day has come',
  'account-reactivated': 'an administrator has just spoken with the person',
  'recovery-started': 'it has a link that stops the recovery',
  'own-email-changed': 'its link undoes the change and ends all sessions',
  'own-phone-changed': 'its link undoes the change and ends all sessions',
}

test('every message about security has the link that locks the account, or a reason why not, and so has the code of a sign-in', () => {
  const expected = [...fixedFor('security').filter((notice) => WITHOUT_LOCK[notice] === undefined), 'login-otp']
  expect(NOTICE_NAMES.filter(hasLockLink).toSorted()).toEqual(expected.toSorted())
  const others = Object.keys(WITHOUT_LOCK).filter((notice) => !fixedFor('security').includes(notice as NoticeName))
  expect(others).toEqual(['reset-password'])
  for (const { notice, language } of CASES)
    expect(whole(notice, language).join(' ').includes('{{ lockLink }}'), `${notice} ${language}`).toBe(
      hasLockLink(notice),
    )
})

test('who did not ask for a new password reads what to do next', () => {
  expect(whole('reset-password', 'en').join(' ')).toMatch(/did not ask.*Account activity.*administrator/)
  expect(whole('reset-password', 'hi').join(' ')).toMatch(/नहीं माँगा.*खाते की गतिविधि.*व्यवस्थापक/)
})

test('a change counts as undone by the link unless the message says by hand, which those of the former release do not', async () => {
  const { byHand: _since, ...former } = samplesOf('contact-undone')
  const textOf = async (values: typeof former) =>
    (await render('email', { notice: 'contact-undone', language: 'en', values, template: null })).text
  expect(await textOf(former)).toMatch(/undone by the link.*Everybody was signed out/s)
  expect(await textOf({ ...former, byHand: 'yes' })).toMatch(/undone in the account.*No link can bring back/s)
})

test.each(MESSAGE_LANGUAGES)(
  'a changed assignment is told as a change, with and without its role and days, in %s',
  async (language) => {
    const samples = { ...samplesOf('assignment-granted'), isChanged: 'yes' }
    for (const role of ['', 'Clerk'])
      for (const until of ['', '31 Mar 2027']) {
        const values = { ...samples, role, until, clientName: '' }
        const { subject, text } = await render('email', {
          notice: 'assignment-granted',
          language,
          values,
          template: null,
        })
        expect(subject).toMatch(/changed|बदला/)
        expect(text).toContain(until)
        expect(text).not.toMatch(/ {2}| ,| \.| ।|assigned|असाइन/)
      }
  },
)

test('what is sent by SMS has a text in both languages, and the English one fits one part of the plain alphabet', async () => {
  const withText = NOTICE_NAMES.filter((notice) => BUILT_IN.en[notice].sms !== undefined)
  expect(withText).toEqual(['login-otp', 'verify-phone', 'recovery-started', 'own-phone-changed', 'contact-undone'])
  expect(withText.filter((notice) => BUILT_IN.hi[notice].sms === undefined)).toEqual([])
  for (const notice of withText) expect(BUILT_IN.en[notice].sms?.length, notice).toBeLessThan(160)
  const { text } = await render('sms', {
    ...{ notice: 'login-otp', language: 'en', template: null },
    values: samplesOf('login-otp'),
  })
  expect(text).toBe('482913 is your sign-in code for EAI. It is valid for 5 minutes.')
})

test('built-in texts satisfy the rules of templates', async () => {
  for (const { notice, language } of CASES) {
    const { html } = await render('email', { notice, language, values: samplesOf(notice), template: null })
    const body = html.replaceAll(/<meta[^>]*>/g, '').replace(/-apple-system,/, '')
    expect(await mailHtmlProblems(body), notice).toEqual([])
  }
})

test('a template can begin with each built-in text: none is longer than the form takes', () => {
  for (const { notice, language } of CASES) {
    const { subject, body } = builtInSource('email', notice, language) ?? { subject: '', body: '' }
    expect(subject.length, `${notice} ${language}`).toBeLessThanOrEqual(SUBJECT_MAX_LENGTH)
    expect(body.length, `${notice} ${language}`).toBeLessThanOrEqual(TEMPLATE_MAX_LENGTH)
  }
})
