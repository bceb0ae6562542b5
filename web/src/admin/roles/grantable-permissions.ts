/** The permissions that the signed-in person may attach, as options. */
export const GRANTABLE_PERMISSIONS = { kind: 'permissions', grantable: true } as const
