import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { RemovePersonFactor } from './RemovePersonFactor.tsx'

type Props<Factor> = {
  userId: string
  /** Of the query. */
  name: string
  load: () => Promise<Factor[]>
  remove: (factor: Factor, endsSessions: boolean) => Promise<{ ended: number }>
  draw: (factors: readonly Factor[], actions: (factor: Factor) => ReactNode) => ReactNode
  /** Translated texts. */
  words: {
    none: string
    remove: (factor: Factor) => string
    question: (factor: Factor) => string
    consequence: string
    removed: string
  }
}

/** The ways of one kind in which a person signs in. Removing one needs the permission to change people. */
export function PersonFactors<Factor>({ userId, name, load, remove, draw, words }: Props<Factor>) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const [removing, setRemoving] = useState<Factor | null>(null)
  const key = [name, userId]
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: load, staleTime: 0 })
  const canRemove = permissions.includes('users:write') && userId !== user._id

  function handleRemoved() {
    setRemoving(null)
    void cache.invalidateQueries({ queryKey: key })
  }

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && <p>{words.none}</p>}
      {data &&
        draw(
          data,
          (factor) =>
            canRemove && (
              <Button variant="neutral" aria-label={words.remove(factor)} onClick={() => setRemoving(factor)}>
                {t('Remove')}
              </Button>
            ),
        )}
      {removing !== null && (
        <RemovePersonFactor
          userId={userId}
          title={words.question(removing)}
          message={words.removed}
          onRemove={(endsSessions) => remove(removing, endsSessions)}
          onRemoved={handleRemoved}
          onClose={() => setRemoving(null)}
        >
          <p>{words.consequence}</p>
        </RemovePersonFactor>
      )}
    </>
  )
}
