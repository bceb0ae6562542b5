import { invitedRow } from '@gatehouse/contract/admin/jobs/invitations-file.ts'
import type { Invited } from '@gatehouse/contract/admin/people/invitations.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { By } from '../engine/store.ts'
import { type Gift, judgeGift } from '../people/invitations/gift.ts'
import { inviteEach } from '../people/invitations/invite.ts'
import { parseRow } from './csv/parse-row.ts'
import type { ReadRow } from './csv/read-csv.ts'
import { findApplication, findClient, findRole } from './find-by-name.ts'

/** Invites the address of each row with what the row gives. Refused rows stop no others. */
export async function inviteRows(
  deps: Deps,
  tx: Tx,
  by: By,
  rows: readonly ReadRow[],
  language: MessageLanguage | null,
): Promise<Invited[]> {
  // Most rows of a file give the same.
  const known = new Map<string, Promise<Gift>>()
  const giftOf = (cells: Record<string, unknown>) => {
    const key = JSON.stringify(cells)
    const gift = known.get(key) ?? readGift(deps, tx, by, cells)
    known.set(key, gift)
    return gift
  }
  const letters: { email: string; gift: Gift; language: MessageLanguage | null }[] = []
  const refused: Invited[] = []
  for (const { input, message } of rows) {
    const { name: _name, line: _line, email: written, ...cells } = input
    const email = String(written)
    try {
      if (message !== '') throw new AppError('invalid_request', { msg: message })
      letters.push({ email, gift: await giftOf(cells), language })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ email, outcome: 'refused', userId: null, message: error.message })
    }
  }
  return [...refused, ...(await inviteEach(deps, tx, by, letters))]
}

async function readGift({ config }: Deps, tx: Tx, by: By, cells: Record<string, unknown>): Promise<Gift> {
  const { application, client, role, portalRole, ...term } = parseRow(invitedRow, cells)
  const asked = {
    applicationId: application === '' ? null : await findApplication(tx, application),
    clientId: client === '' ? null : await findClient(tx, client),
    roleId: portalRole === '' ? null : await findRole(tx, portalRole),
  }
  return judgeGift(tx, by, { ...asked, ...term, role }, config)
}
