import { listUnregisteredTexts } from '@gatehouse/contract/admin/messages/routing.ts'
import { NOTICES } from '@gatehouse/contract/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'

/** The messages that would be sent without a registered text. Operators may drop them even if the gateway accepts them. */
export function UnregisteredTexts({ application, client }: { application: string; client: string }) {
  const { t } = useTranslation()
  const scope = { ...of('applicationId', application), ...of('clientId', client) }
  const { data = [] } = useQuery({
    queryKey: ['messages', 'unregistered', scope],
    queryFn: () => call(listUnregisteredTexts, scope),
  })
  if (data.length === 0) return null
  return (
    <div className="sms-dlt">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>
          {t(
            'These texts have no registered template (DLT), and operators in India may drop them. Add SMS templates with their Template Id:',
          )}
        </p>
        <ul>
          {data.map(({ notice, language, isBuiltIn }) => (
            <li key={`${notice} ${language}`}>
              {t(NOTICES[notice].title)} · {LANGUAGES.find(({ code }) => code === language)?.name}
              {isBuiltIn && ` · ${t('Built-in text')}`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const of = (name: 'applicationId' | 'clientId', id: string) => (id === '' || id === 'All' ? {} : { [name]: id })
