import { useTranslation } from 'react-i18next'
import './raw-request.css'

type Props = {
  method: string
  url: string
  headers: readonly { name: string; value: string }[]
  /** `null`: none. */
  body: string | null
}

/** A request as it is sent, one value a line. */
export function RawRequest({ method, url, headers, body }: Props) {
  const { t } = useTranslation()
  const isJson = headers.some(({ value }) => value === 'application/json')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="raw-request" aria-label={t('Request')} tabIndex={0}>
      <p className="raw-request-line">
        <strong>{method}</strong> {inLines(url)}
      </p>
      <dl>
        {headers.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}:</dt> <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body !== null && <pre>{isJson ? JSON.stringify(JSON.parse(body), null, 2) : inLines(body)}</pre>}
    </section>
  )
}

const inLines = (encoded: string) => encoded.replaceAll('&', '\n&')
