/**
 * The tables of owners. Each has the column of the record that is owned, the table of that record, and what lists call the record, as
 * SQL about `t`.
 */
export const OWNER_TABLES = {
  application_owners: { column: 'application_id', records: 'applications', name: 't.name' },
  email_configuration_owners: {
    column: 'email_configuration_id',
    records: 'email_configurations',
    name: `coalesce((select a.name from applications a where a.id = t.application_id), 'All') || ' · ' || t.from_address`,
  },
  sms_configuration_owners: {
    column: 'sms_configuration_id',
    records: 'sms_configurations',
    name: 't.provider_name',
  },
} as const

export type OwnersTable = keyof typeof OWNER_TABLES

/** The tables of the owners of a gateway, by the kind of gateway with which its lane begins. */
export const GATEWAY_OWNERS = { email: 'email_configuration_owners', sms: 'sms_configuration_owners' } as const
