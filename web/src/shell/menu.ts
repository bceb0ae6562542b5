import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { LinkProps } from '@tanstack/react-router'
import {
  AppWindow,
  Building2,
  Calculator,
  FileText,
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
  Send,
  Shield,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'

export type MenuEntry = {
  /** English; shown through `t()`. */
  label: string
  to: NonNullable<LinkProps['to']>
  icon: LucideIcon
  /** Who sees the entry; `null`: everybody. The server decides again at every call. */
  permission: Permission | null
  /** Stands only in the menu of whoever may use the console; all others open it by its address or the palette. */
  isOfConsole?: true
}

/** Entries of the sidebar in their order, under a heading or none. */
export const MENU: readonly { heading: string | null; entries: readonly MenuEntry[] }[] = [
  {
    heading: null,
    entries: [{ label: 'Dashboard', to: '/dashboard/app', icon: LayoutGrid, permission: null }],
  },
  {
    heading: 'Applications',
    entries: [
      { label: 'Application', to: '/dashboard/eaiapplication', icon: AppWindow, permission: 'applications:read' },
    ],
  },
  {
    heading: 'Client Management',
    entries: [
      { label: 'Clients', to: '/dashboard/client', icon: Building2, permission: 'clients:read' },
      { label: 'Approval Process', to: '/dashboard/approvalProcess', icon: Workflow, permission: 'approvals:read' },
      { label: 'App Roles', to: '/dashboard/Eroleclient', icon: ListChecks, permission: 'approvals:read' },
      { label: 'App Page', to: '/dashboard/appPage', icon: FileText, permission: null, isOfConsole: true },
      { label: 'Price Quote', to: '/dashboard/priceQuote', icon: Calculator, permission: null, isOfConsole: true },
    ],
  },
  {
    heading: 'Access Management',
    entries: [
      { label: 'Roles', to: '/dashboard/role', icon: Shield, permission: 'roles:read' },
      { label: 'Permissions', to: '/dashboard/permission', icon: KeyRound, permission: 'roles:read' },
      { label: 'Users', to: '/dashboard/user', icon: Users, permission: 'users:read' },
    ],
  },
  {
    heading: 'Communication',
    entries: [
      { label: 'Email Configuration', to: '/dashboard/configurationEmail', icon: Mail, permission: 'messages:read' },
      { label: 'Email Template', to: '/dashboard/emailTemplate', icon: MailPlus, permission: 'messages:read' },
      {
        label: 'SMS Configuration',
        to: '/dashboard/configurationSms',
        icon: MessageSquare,
        permission: 'messages:read',
      },
      { label: 'SMS Template', to: '/dashboard/smsTemplate', icon: MessageSquareText, permission: 'messages:read' },
      { label: 'Messages', to: '/dashboard/messages', icon: Send, permission: 'messages:read' },
    ],
  },
  {
    heading: 'Operation',
    entries: [
      { label: 'Webhooks', to: '/dashboard/webhooks', icon: Webhook, permission: 'webhooks:read' },
      { label: 'Jobs', to: '/dashboard/jobs', icon: ListTodo, permission: 'users:write' },
      { label: 'Activity', to: '/dashboard/activity', icon: History, permission: 'audit:read' },
    ],
  },
]

/** Screens that no entry leads to; the command palette knows them too. */
export const UNLISTED: readonly Omit<MenuEntry, 'icon'>[] = [
  { label: 'Point of Contact', to: '/dashboard/poc', permission: 'clients:read' },
  { label: 'Clans', to: '/dashboard/clan', permission: 'clients:read' },
  { label: 'Assign Pages to Role', to: '/dashboard/assignPageToRole', permission: null },
  { label: 'My applications and sessions', to: '/dashboard/sessions', permission: null },
  { label: 'Change Password', to: '/dashboard/change', permission: null },
]
