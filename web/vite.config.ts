import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstScreens } from './build/first-screens.ts'
import { languageParts } from './build/language-parts.ts'
import { precompress } from './build/precompress.ts'
import { withoutSummaries } from './build/without-summaries.ts'

const SERVER = `http://localhost:${process.env.PORT || 3000}`
/** The server answers under its own name only. */
const toServer = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } }

/** The text font is known only to the style sheet; without a preload it would start one round trip later. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin.*woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
}

/** What every page needs. A group takes all that its files import along, so the parts of the console are not in it. */
const FRAME =
  /\/web\/src\/(session\/(?!SessionList|LaunchNow|OpeningPage|confirmation-of|CodeAgain|PasswordAgain|ClientChooser|NewPasswordFields|acting-words|list-link|open-launch|scope-words|session-channel|unsaved-work)|i18n\/(format-span|formatters|printing-changed|shown-time-zone|start-i18n)\.|api|handshake|shell\/(in-shell|screens)\.|ui\/(Alert|BrandHead|BrandHelp|BrandMark|brand-colours|Button|CardPage|Checkbox|CodeField|Continue|Dialog|ErrorAlert|Field|NewPasswordField|PasswordField|SegmentedControl|Select|Spinner|TextField|bind-field|portal-container|use-action)\.)/

/** The calls of signing in. Declarations that only later pages import stay with these pages. */
const CONTRACT =
  /node_modules\/zod\/|\/contract\/src\/(endpoint|envelope|errors|factors\/second-step|fields|get-branding|identifier|launch|lookup|own-preferences|password|phone|session|signin|touch|uuid)\.ts/

/** What the doors of signing in share: one file instead of five. */
const SIGN_IN =
  /\/web\/src\/signin\/(SignInPage|CredentialsForm|OtpStep|OtpForm|use-code-step|CodeDelivery|InboxHint|inbox-hint|use-finish-sign-in|LoginPage|PasskeySignIn|passkey-sign-in|VerifyFirst)\.|\/web\/src\/factors\/load-ceremony\./

/** What pages for visitors share with the pages behind signing in. */
const PARTS =
  /\/web\/src\/(ui\/(ApplicationLogo|CopyButton)|session\/(ClientChooser|NewPasswordFields|open-launch|scope-words))\.|\/contract\/src\/oidc\.|\/lucide-react\/.*\/(key-round|mail)\./

/** Where everybody arrives. */
const HOME = /\/web\/src\/(shell\/DashboardLayout|launcher\/LauncherPage)\./

/** What everybody's other pages need. */
const ACCOUNT = /\/web\/src\/(shell\/ScreenLayout|account\/(Sessions|ChangePassword)Page)\./

/** What several pages of an account need, without the console. */
const SHARED =
  /\/node_modules\/@(base-ui|floating-ui)\/|\/contract\/src\/(?!admin\/|approval)|\/web\/src\/(?!activity\/|admin\/|signin\/)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [languageParts, withoutSummaries, react(), preloadFont, firstScreens, precompress],
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy allows fonts and styles from files only.
    assetsInlineLimit: 0,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files for every page, because each file costs a request: without these groups a screen of the console needs
          // eighty. What only some screens need stays apart, and what the screens of one subject share is a file of that subject.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/(@tanstack\/(?!.*query)|i18next|react-i18next)/ },
            { name: 'contract', test: CONTRACT },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
            { name: 'frame', test: FRAME },
            { name: 'sign-in', test: SIGN_IN },
            { name: 'parts', test: PARTS },
            { name: 'query', test: /node_modules\/@tanstack\/.*query/ },
            { name: 'home', test: HOME },
            { name: 'account', test: ACCOUNT },
            { name: 'resources', test: /\/contract\/src\/admin\/engine\//, minShareCount: 4 },
            {
              name: 'applications',
              test: /\/contract\/src\/admin\/(applications|service-accounts)\//,
              minShareCount: 4,
            },
            { name: 'overview', test: /\/web\/src\/admin\/overview\/OverviewPage\./ },
            { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 4 },
            { name: 'shared', test: SHARED, minShareCount: 4 },
            { name: 'activity', test: /\/web\/src\/activity\//, minShareCount: 3 },
            { name: 'console', test: /\/web\/src\/admin\/engine\/(?!history\/|record\/)/, minShareCount: 4 },
            { name: 'record', test: /\/web\/src\/admin\/engine\/record\//, minShareCount: 4 },
            { name: 'approvals', test: /\/(web\/src\/admin|contract\/src(\/admin)?)\/approval/, minShareCount: 4 },
            { name: 'people', test: /\/web\/src\/admin\/(people|jobs|activity)\//, minShareCount: 4 },
            { name: 'messages', test: /\/web\/src\/admin\/(gateways|messages|templates)\//, minShareCount: 4 },
            { name: 'subjects', test: /\/web\/src\/admin\//, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/access', '/api', '/dev', '/docs', '/oauth2', '/openapi.json', '/uploads', '/.well-known'].map((path) => [
        path,
        toServer,
      ]),
    ),
  },
})
