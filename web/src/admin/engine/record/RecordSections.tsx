import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListWithPages, recordPage } from '../../../shell/screens.ts'

type Section = { path: string; label: string }
type Props = { page: ListWithPages; id: string; sections: readonly Section[]; shown: Section | undefined }

/** The sections of a record: each has its address, and keeps the way back to the list. */
export function RecordSections({ page, id, sections, shown }: Props) {
  const { t } = useTranslation()
  const nav = useRef<HTMLElement>(null)
  const path = shown?.path

  // On a phone the sections are wider than the window. By hand: `scrollIntoView` would move where Tab goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry follows the section
  useEffect(() => {
    const entry = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && entry) bringIntoSight(nav.current, entry)
  }, [path])

  return (
    <nav aria-label={t('Sections')} className="record-sections" ref={nav}>
      {sections.map(({ path: part, label }, position) => (
        <Link
          key={part}
          to={recordPage(page)}
          // The first one is the page itself.
          params={{ id, section: position === 0 ? undefined : part }}
          state={true}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={part === path ? 'page' : undefined}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}

/** Beside an entry that is brought into sight, a part of its neighbour shows. */
const SPARE_PX = 40

function bringIntoSight(list: HTMLElement, entry: HTMLElement) {
  const [frame, place] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (place.right + SPARE_PX > frame.right) list.scrollLeft += place.right + SPARE_PX - frame.right
  if (place.left - SPARE_PX < frame.left) list.scrollLeft += place.left - SPARE_PX - frame.left
}
