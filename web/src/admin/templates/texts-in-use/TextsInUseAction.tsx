import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { FormDialog } from '../../engine/form/FormDialog.tsx'
import { ListAction } from '../../engine/list/actions/ListAction.tsx'
import type { Screen } from '../../engine/screen.ts'
import type { Start } from './TextInUseView.tsx'
import { TextsInUse } from './TextsInUse.tsx'

/** A button on the template screen: shows the current texts, and starts a template from one of them. */
export function messageTextsOf<Row extends RecordRow>(channel: 'email' | 'sms', screen: () => Screen<Row>) {
  return function TextsInUseAction() {
    const { t } = useTranslation()
    const { permissions } = useSession()
    const [opened, setOpened] = useState<'texts' | Start | null>(null)
    const handleClose = useCallback(() => setOpened(null), [])
    const canWrite = permissions.includes(screen().resource.write)
    return (
      <>
        <ListAction label={t('Message texts')} onChoose={() => setOpened('texts')} />
        {opened === 'texts' && (
          <TextsInUse channel={channel} onStart={canWrite ? setOpened : undefined} onClose={handleClose} />
        )}
        {opened !== null && opened !== 'texts' && (
          <FormDialog screen={begunWith(screen(), opened)} row={null} onClose={handleClose} onSaved={handleClose} />
        )}
      </>
    )
  }
}

/** The form for a new template, filled with a text. */
function begunWith<Row extends RecordRow>(screen: Screen<Row>, start: Start): Screen<Row> {
  const { channel, notice, language, applicationId = 'All', clientId = 'All', subject, body } = start
  const begun = {
    ...{ Application: applicationId, Client: clientId, TemplateName: notice, Language: language, Template: body },
    ...(channel === 'email' && { Subject: subject }),
  }
  return { ...screen, toForm: (row) => ({ ...screen.toForm(row), ...(row === null && begun) }) }
}
