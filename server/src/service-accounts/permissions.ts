/** SQL: the names of the active permissions of the account `a`. */
export const PERMISSIONS_OF_ACCOUNT = `array(
  select p.name from service_account_permissions ap join permissions p on p.id = ap.permission_id
  where ap.account_id = a.id and p.status = 'ACTIVE' and p.deleted_at is null)`
