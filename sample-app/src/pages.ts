import type { Person } from './portal.ts'

const JOBS = [
  { number: 'RD-2041', what: 'Flat tyre', where: 'NH 48, near Vellore', who: 'Priya N.', state: 'On the way' },
  { number: 'RD-2042', what: 'Battery dead', where: 'Indiranagar, Bengaluru', who: 'Arjun M.', state: 'Waiting' },
  {
    number: 'RD-2043',
    what: 'Tow after accident',
    where: 'Eastern Express Highway, Mumbai',
    who: 'Leela S.',
    state: 'Waiting',
  },
  { number: 'RD-2038', what: 'Out of fuel', where: 'Yamuna Expressway, km 61', who: 'Farhan A.', state: 'Done' },
  { number: 'RD-2037', what: 'Keys locked in', where: 'T. Nagar, Chennai', who: 'Meera K.', state: 'Done' },
]

/** A whole page for somebody who is signed in. */
export type Shell = (title: string, main: string, showsClaims: boolean) => string

/** The pages of an application of this name, at this portal. */
export function makePages(name: string, portalUrl: string) {
  const tools = (
    showsClaims: boolean,
  ) => `<a href="/">Jobs</a>${showsClaims ? '<a href="/claims">Claims</a>' : ''}<a href="${toText(portalUrl)}">Portal</a>
    <form method="post" action="/logout"><button>Sign out here</button></form>`
  const shell: Shell = (title, main, showsClaims) => page(title, main, tools(showsClaims))

  function homePage(person: Person, showsClaims: boolean): string {
    const forClient = person.client ? ` for <b>${toText(person.client)}</b>` : ''
    const asRole = person.role ? ` as <b>${toText(person.role)}</b>` : ''
    const who = person.actor ? `Opened by <b>${toText(person.actor.name)}</b> for` : 'Signed in as'
    const rows = JOBS.map(
      (job) => `<tr><td>${job.number}</td><td><b>${job.what}</b><br><small>${job.where}</small></td><td>${job.who}</td>
      <td><span class="state ${job.state === 'Done' ? 'done' : job.state === 'Waiting' ? 'waiting' : ''}">${job.state}</span></td></tr>`,
    )
    return shell(
      'Jobs',
      `<section class="who"><p>${who} <b>${toText(person.name)}</b>${forClient}${asRole}</p>
      <p><small>${toText(person.email)}</small></p></section>
    <h1>Today’s jobs</h1>
    <table class="jobs"><thead><tr><th>Job</th><th>What and where</th><th>Driver</th><th>State</th></tr></thead>
      <tbody>${rows.join('')}</tbody></table>`,
      showsClaims,
    )
  }

  function signInPage(): string {
    return card('You are not signed in', 'Sign in with your account of the portal.', '/login')
  }

  function problemPage(reason: string): string {
    return card('That did not work', reason)
  }

  function signedOutPage(): string {
    return page('Signed out', `<section class="card"><h1>Signed out of ${toText(name)}</h1></section>`)
  }

  function card(title: string, text: string, signIn = ''): string {
    return page(
      title,
      `<section class="card"><h1>${toText(title)}</h1><p>${toText(text)}</p>
      <p>${signIn && `<a class="button" href="${signIn}">Sign in</a> `}<a class="button" href="${toText(portalUrl)}">Go to the portal</a></p></section>`,
    )
  }

  function page(title: string, main: string, tools = ''): string {
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${toText(title)} · ${toText(name)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css"></head>
    <body><header><strong>${toText(name)}</strong><nav>${tools}</nav></header><main>${main}</main></body></html>`
  }

  return { shell, homePage, signInPage, problemPage, signedOutPage }
}

/** Escapes a text for HTML content and attributes. */
export function toText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
