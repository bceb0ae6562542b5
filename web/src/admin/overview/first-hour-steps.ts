import type { FirstHour, FirstHourStep } from '@gatehouse/contract/admin/overview/first-hour.ts'
import type { LinkProps } from '@tanstack/react-router'
import { t } from 'i18next'
import type { StartValues } from '../../session/start-values.ts'

type Step = FirstHour[number]

/** A way to the screen or dialog in which a step is done; `start`: what its form starts with. */
export type Way = {
  label: string
  to: NonNullable<LinkProps['to']>
  search: Record<string, string>
  start?: StartValues
}

export function titleOf(kind: FirstHourStep): string {
  switch (kind) {
    case 'mail':
      return t('Connect a mail server')
    case 'client':
      return t('Add a client')
    case 'application':
      return t('Register an application')
    case 'role':
      return t('Add a role in the application')
    case 'person':
      return t('Add a person')
    case 'assignment':
      return t('Assign the application')
    case 'test':
      return t('Open the application')
  }
}

/** Why the step is needed. @param hasInbox messages are kept in the inbox of this server, where developers read them */
export function reasonOf({ kind, about }: Step, hasInbox: boolean): string {
  switch (kind) {
    case 'mail':
      return about.gateway
        ? t('{{host}} is configured. This step is done once it has accepted a message.', { host: about.gateway.name })
        : hasInbox
          ? t('Codes and links stay in the inbox of this server (/dev/inbox). A mail server brings them to people.')
          : t('Codes and links are sent by email: without a mail server nobody can sign in.')
    case 'client':
      return t('A client is an organisation. People open applications on behalf of a client.')
    case 'application':
      return t('Each application has a tile, which opens it already signed in.')
    case 'role':
      return t('The application receives the role and the client of the person.')
    case 'person':
      return t('Someone other than you who will use the portal.')
    case 'assignment':
      return t('People only see the tiles that are assigned to them.')
    case 'test':
      return about.needsSecret
        ? t('{{application}} has no secret yet and needs one to sign people in.', {
            application: about.application?.name,
          })
        : t('This step is done once the application has signed someone in.')
  }
}

/** The ways to do a step, the best one first. @param userId the person who looks */
export function waysOf({ kind, about }: Step, userId: string): Way[] {
  const { gateway, application, client, role, person } = about
  const pair = { applicationId: application?._id ?? '', clientId: client?._id ?? '' }
  const blank = { new: 'true' }
  switch (kind) {
    case 'mail':
      return gateway
        ? [
            {
              label: t('Send test'),
              to: '/dashboard/configurationEmail',
              search: { field: 'host', search: gateway.name, open: gateway._id, action: 'test' },
            },
          ]
        : [
            {
              label: t('Add Configuration'),
              to: '/dashboard/configurationEmail',
              search: blank,
              start: { application: 'All', client: 'All', postNo: 587 },
            },
          ]
    case 'client':
      return [{ label: t('New Client'), to: '/dashboard/client', search: blank }]
    case 'application':
      return [{ label: t('New Application'), to: '/dashboard/eaiapplication', search: blank }]
    case 'role':
      return [
        {
          label: t('New Application Role'),
          to: '/dashboard/Eroleclient',
          search: blank,
          start: { ...pair, regions: ['All'] },
        },
      ]
    case 'person':
      return [{ label: t('New User'), to: '/dashboard/user', search: blank }]
    case 'assignment': {
      const toPerson = (label: string, id: string): Way => ({
        ...{ label, to: '/dashboard/user', search: { userId: id, open: id, action: 'assign' } },
        start: { ...pair, role: role ?? '' },
      })
      const toOther = person ? [toPerson(t('Assign to {{name}}', { name: person.name }), person._id)] : []
      return [...toOther, toPerson(t('Assign to me'), userId)]
    }
    case 'test': {
      if (!application) return []
      const toDialog = (label: string, action: string): Way => ({
        ...{ label, to: '/dashboard/eaiapplication' },
        search: { field: 'description', search: application.name, open: application._id, action },
      })
      if (about.needsSecret) return [toDialog(t('Create secret'), 'secrets')]
      const tile: Way[] = about.hasTile ? [{ label: t('My applications'), to: '/dashboard/app', search: {} }] : []
      return [...tile, toDialog(t('Test this integration'), 'test')]
    }
  }
}
