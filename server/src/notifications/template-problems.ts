import { Liquid } from 'liquidjs'

const engine = new Liquid()

type Written = { channel: 'email' | 'sms'; name: string; subject: string; body: string }

type Problems = Record<'subject' | 'body', string | null>

/** Without these a message would miss its point, and nobody could sign in. */
const NEEDED: Record<string, string> = { 'login-otp': 'code', 'verify-email': 'code', 'reset-password': 'link' }

const CONTROLS = /[^\P{Cc}\t\r\n]/u

/** What is wrong with the parts of a template, in words for people, or `null` (security note D17). */
export async function templateProblems({ channel, name, subject, body }: Written): Promise<Problems> {
  // Loaded when the first template is written: a server at rest does without.
  const { mailHtmlProblem } = await import('./mail-html.ts')
  return {
    subject: variablesProblem(subject) ?? subjectProblem(subject),
    body:
      (CONTROLS.test(body) ? 'Control characters are not allowed.' : null) ??
      variablesProblem(body) ??
      neededProblem(name, body) ??
      (channel === 'email' ? await mailHtmlProblem(body) : null),
  }
}

/** Variables only: conditions and filters could put together what is refused when it is written out. */
function variablesProblem(template: string): string | null {
  try {
    engine.parse(template)
  } catch (error) {
    return `The variables cannot be read: ${(error as Error).message}`
  }
  const [other] = /\{[{%][^}]{0,30}\}*/.exec(template.replace(VARIABLE, '')) ?? []
  return other === undefined ? null : `Only variables such as {{ firstName }} can be used, not ${other}`
}

const VARIABLE = /(?<!\{)\{\{\s*([a-zA-Z_]\w*)\s*\}\}/g

function neededProblem(name: string, body: string): string | null {
  const needed = NEEDED[name.trim().toLowerCase()]
  const shown = [...body.replace(/<!--[\s\S]*?-->/g, '').matchAll(VARIABLE)].map(([, variable]) => variable)
  return needed === undefined || shown.includes(needed) ? null : `This template needs {{ ${needed} }}`
}

/** It shows on locked screens, and a line break would start another header. */
function subjectProblem(subject: string): string | null {
  if (/\p{Cc}/u.test(subject)) return 'Control characters are not allowed.'
  const secret = [...subject.matchAll(VARIABLE)].find(([, variable]) => variable === 'code' || variable === 'link')
  return secret === undefined ? null : 'A subject shows on locked screens: no codes or links in it.'
}
