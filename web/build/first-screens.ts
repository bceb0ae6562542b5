import type { Plugin } from 'vite'

/** The screens that people open by address, and the modules that each of them is loaded from. */
const FIRST_SCREENS: Record<string, string[]> = {
  '/login': ['signin/LoginPage.tsx'],
  '/loginandregister': ['signin/LoginAndRegisterPage.tsx'],
  '/ssologin': ['signin/SsoLoginPage.tsx'],
  '/otp': ['signin/OtpLoginPage.tsx'],
  '/register': ['signin/RegisterPage.tsx'],
  '/registerandassign': ['signin/RegisterAndAssignPage.tsx'],
  '/verifyemail': ['signin/VerifyEmailPage.tsx'],
  '/forgetpassword': ['signin/ForgetPasswordPage.tsx'],
  '/resetpassword': ['signin/ResetPasswordPage.tsx'],
  '/invitation': ['signin/InvitationPage.tsx'],
  '/choose-client': ['signin/ChooseClientPage.tsx'],
  '/consent': ['signin/ConsentPage.tsx'],
  '/logout': ['launcher/LogoutPage.tsx'],
  // The home of most people; administrators go on from there.
  '/dashboard': ['shell/DashboardLayout.tsx', 'launcher/LauncherPage.tsx'],
  '/dashboard/overview': ['shell/DashboardLayout.tsx', 'shell/ScreenLayout.tsx', 'admin/overview/OverviewPage.tsx'],
  '/dashboard/app': ['shell/DashboardLayout.tsx', 'launcher/LauncherPage.tsx'],
}

/**
 * Writes `first-screens.json`: the files of each of these screens, which the server has the browser fetch along with the
 * page. Otherwise the browser would learn of them only once the entry script runs.
 */
export const firstScreens: Plugin = {
  name: 'first-screens',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = new Map(Object.values(bundle).map((output) => [output.fileName, output]))
    const loadedBy = (module: string): string => {
      for (const output of chunks.values())
        if (output.type === 'chunk' && output.facadeModuleId?.endsWith(`/web/src/${module}`)) return output.fileName
      throw new Error(`first-screens: ${module} is no chunk of its own`)
    }
    const withImports = (file: string, seen: Set<string>) => {
      const output = chunks.get(file)
      if (seen.has(file) || output?.type !== 'chunk') return seen
      seen.add(file)
      for (const css of output.viteMetadata?.importedCss ?? []) seen.add(css)
      for (const imported of output.imports) withImports(imported, seen)
      return seen
    }
    const entry = [...chunks.values()].find((output) => output.type === 'chunk' && output.isEntry)
    const linked = withImports(entry?.fileName ?? '', new Set())
    const screens = Object.entries(FIRST_SCREENS).map(([path, modules]) => {
      const files = new Set<string>()
      for (const module of modules) withImports(loadedBy(module), files)
      return [path, [...files].filter((file) => !linked.has(file)).map((file) => `/${file}`)]
    })
    this.emitFile({
      type: 'asset',
      fileName: 'first-screens.json',
      source: JSON.stringify(Object.fromEntries(screens)),
    })
  },
}
