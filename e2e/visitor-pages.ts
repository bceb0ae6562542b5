const UNKNOWN = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const REQUEST = `request=${'A'.repeat(43)}`

/** An address of every page outside the dashboard, by its first part; a test compares them with contract/src/screens.ts. */
export const VISITOR_PAGES: Record<string, string> = {
  '404': '/404',
  applogin: '/applogin',
  forgetpassword: '/forgetpassword',
  invitation: `/invitation/${UNKNOWN}`,
  lockaccount: `/lockaccount/${UNKNOWN}_0_1795000000_${'a'.repeat(64)}`,
  login: '/login',
  loginandregister: '/loginandregister',
  logout: '/logout',
  otp: '/otp',
  recover: `/recover/${UNKNOWN}`,
  register: '/register',
  registerandassign: `/registerandassign?Application=${UNKNOWN}&Client=${UNKNOWN}`,
  resetpassword: `/resetpassword/${UNKNOWN}`,
  setup: `/setup/${UNKNOWN}`,
  ssologin: '/ssologin?base=http://localhost:1',
  stoprecovery: `/stoprecovery/${UNKNOWN}`,
  undochange: `/undochange/${UNKNOWN}`,
  verifyemail: '/verifyemail',
  verifyemailassign: `/verifyemailassign?Application=${UNKNOWN}&Client=${UNKNOWN}`,
  // The provider's own page.
  oauth2: '/oauth2/authorize?client_id=nobody',
}

/** The same of the pages for people who are signed in, here with a request that has expired; openid.spec.ts has real ones. */
export const SIGNED_IN_PAGES: Record<string, string> = {
  appauth: '/appAuth?RedirectUrl=http://localhost:1',
  'choose-client': `/choose-client?${REQUEST}`,
  consent: `/consent?${REQUEST}`,
  'no-access': `/no-access?${REQUEST}`,
  opening: `/opening?application=${UNKNOWN}&redirect=http://localhost:1`,
  'select-account': `/select-account?${REQUEST}`,
  signout: '/signout',
}
