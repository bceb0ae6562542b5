import {
  AppWindow,
  Bot,
  Building2,
  Calculator,
  CalendarClock,
  ChartColumn,
  Contact,
  FileText,
  Fingerprint,
  HandHelping,
  History,
  KeyRound,
  LayoutGrid,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Mail,
  MailPlus,
  MessageSquare,
  MessageSquareText,
  MonitorSmartphone,
  Send,
  Shield,
  ShieldCheck,
  UserRoundCheck,
  UserRoundPlus,
  Users,
  UsersRound,
  Webhook,
  Workflow,
} from 'lucide-react'
import { type Screen, type ScreenPath, screensFor } from './screens.ts'

/** Beside the entries of the menu. */
export const ICONS: Partial<Record<ScreenPath, LucideIcon>> = {
  '/overview': ChartColumn,
  '/app': LayoutGrid,
  '/eaiapplication': AppWindow,
  '/client': Building2,
  '/poc': Contact,
  '/clan': UsersRound,
  '/approvalProcess': Workflow,
  '/Eroleclient': ListChecks,
  '/appPage': FileText,
  '/priceQuote': Calculator,
  '/role': Shield,
  '/permission': KeyRound,
  '/user': Users,
  '/invitations': UserRoundPlus,
  '/accessRequests': HandHelping,
  '/peopleStandIns': CalendarClock,
  '/serviceAccounts': Bot,
  '/configurationEmail': Mail,
  '/emailTemplate': MailPlus,
  '/configurationSms': MessageSquare,
  '/smsTemplate': MessageSquareText,
  '/messages': Send,
  '/webhooks': Webhook,
  '/jobs': ListTodo,
  '/activity': History,
  '/security': ShieldCheck,
  '/signInMethods': Fingerprint,
  '/standIns': CalendarClock,
  '/accountActivity': UserRoundCheck,
  '/sessions': MonitorSmartphone,
  '/change': KeyRound,
}

/** What the menu of somebody with these permissions holds, in parts with a heading or none. */
export function menuFor(permissions: readonly string[]): { group: string | null; screens: Screen[] }[] {
  const listed = screensFor(permissions).filter(
    ({ group, onlyConsole }) => group !== undefined && (!onlyConsole || permissions.length > 0),
  )
  const groups = new Set(listed.map(({ group = null }) => group))
  return [...groups].map((group) => ({ group, screens: listed.filter((screen) => screen.group === group) }))
}
