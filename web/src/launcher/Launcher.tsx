import type { Tile } from '@gatehouse/contract/launch.ts'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { AppTile } from './AppTile.tsx'
import { AskForAccess } from './AskForAccess.tsx'
import { arrange, findTiles, firstTiles, recentTiles, type TileSection as Section } from './arrange-tiles.ts'
import { ClientDialog } from './ClientDialog.tsx'
import { EmptyLauncher } from './EmptyLauncher.tsx'
import { LauncherToolbar } from './LauncherToolbar.tsx'
import { NothingFound } from './NothingFound.tsx'
import { clientOf, RecentApplications } from './RecentApplications.tsx'
import { SearchField } from './SearchField.tsx'
import { TileNotice } from './TileNotice.tsx'
import { TileSection } from './TileSection.tsx'
import { focusFirstTile } from './tile-keys.ts'
import { useAddressSearch } from './use-address-search.ts'
import { useFavourite } from './use-favourite.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { type Outcome, useLaunch } from './use-launch.ts'
import { usePreferences } from './use-preferences.ts'
import { useTileKeys } from './use-tile-keys.ts'

const MissingDialog = lazyPart(() => import('./MissingDialog.tsx'), 'MissingDialog', { pending: null })

/** All tiles with their search, and what opening one needs. */
export function Launcher({ tiles }: { tiles: readonly Tile[] }) {
  const { t } = useTranslation()
  const [search, setSearch] = useAddressSearch()
  const { layout, folded, setLayout, setFolded } = usePreferences()
  const [choosing, setChoosing] = useState<Tile | null>(null)
  const [explaining, setExplaining] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [news, setNews] = useState('')
  const page = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { launch, opening } = useLaunch(setOutcome)
  const keepFocus = useKeptFocus(page)
  const mark = useFavourite((tile, error) => {
    keepFocus(tile._id)
    setOutcome({ tile, error })
    setNews('')
  })

  function handleOpen(tile: Tile) {
    if (tile.clients.length > 1) setChoosing(tile)
    else void launch(tile)
  }

  function handleOpenAgain(tile: Tile) {
    const client = clientOf(tile)
    if (client === undefined) setChoosing(tile)
    else void launch(tile, client._id)
  }

  function handleFavourite(tile: Tile, isFavourite: boolean) {
    keepFocus(tile._id)
    setOutcome(null)
    setNews(
      isFavourite
        ? t('{{name}} was added to your favourites.', { name: tile.name })
        : t('{{name}} was removed from your favourites.', { name: tile.name }),
    )
    mark(tile, isFavourite)
  }

  function handleShow(name: string) {
    setExplaining(null)
    setSearch(name)
  }

  const open = useLatest(handleOpen)
  const favourite = useLatest(handleFavourite)
  useTileKeys({ page, field, tiles, onFavourite: favourite })

  const isSearching = search.trim() !== ''
  const sections: Section[] = isSearching
    ? [{ kind: 'rest', key: 'hits', tiles: findTiles(tiles, search) }]
    : arrange(tiles)
  // What is in sight answers each letter at once; hundreds of other tiles follow when there is time.
  const before = useDeferredValue(search)
  const isThere = isSearching && before.trim() !== '' ? new Set(findTiles(tiles, before)) : new Set<Tile>()
  const drawn = firstTiles(sections, before === search ? Number.POSITIVE_INFINITY : DRAWN_AT_ONCE, isThere)
  const count = sections.reduce((sum, section) => sum + section.tiles.length, 0)
  const isAlone = sections.length === 1 && sections[0]?.kind !== 'group'
  const isInSight = outcome !== null && sections.some((section) => !isFolded(section) && isIn(section, outcome.tile))
  const notice = outcome && <TileNotice outcome={outcome} onDone={() => setOutcome(null)} onExplain={setExplaining} />

  function isFolded({ key }: Section): boolean {
    return !isSearching && !isAlone && folded.includes(key)
  }

  const dialogs = (
    <>
      {choosing && <ClientDialog tile={choosing} onLaunch={launch} onClose={() => setChoosing(null)} />}
      {explaining !== null && (
        <MissingDialog name={explaining} onShow={handleShow} onClose={() => setExplaining(null)} />
      )}
    </>
  )

  if (tiles.length === 0) {
    return (
      <>
        {notice}
        <EmptyLauncher onExplain={() => setExplaining('')} />
        {dialogs}
      </>
    )
  }
  return (
    <div ref={page} className="launcher-tiles" data-layout={layout} data-roomy={tiles.length <= 8 || undefined}>
      <LauncherToolbar layout={layout} onLayout={setLayout}>
        <SearchField
          ref={field}
          value={search}
          onChange={setSearch}
          onEnter={() => {
            const [first] = search.trim() === '' ? [] : findTiles(tiles, search)
            if (first) handleOpen(first)
          }}
          onDown={() => page.current && focusFirstTile(page.current)}
        />
      </LauncherToolbar>
      <p role="status" className="visually-hidden">
        {isSearching && count > 0 ? t('{{count}} applications found', { count }) : news}
      </p>
      {!isInSight && notice}
      {!isSearching && <RecentApplications tiles={recentTiles(tiles)} opening={opening} onOpen={handleOpenAgain} />}
      {count === 0 && (
        <NothingFound search={search} onClear={() => setSearch('')} onExplain={() => setExplaining(search)} />
      )}
      {sections.map((section, place) =>
        drawn[place]?.length === 0 ? null : (
          <TileSection
            key={section.key}
            section={section}
            isAlone={isAlone}
            isFolded={isFolded(section)}
            onFold={setFolded}
          >
            {drawn[place]?.map((tile, at) => (
              <AppTile
                key={tile._id}
                t={t}
                tile={tile}
                isOpening={opening === tile._id}
                isFirstHit={isSearching && at === 0}
                onOpen={open}
                onFavourite={favourite}
                notice={isInSight && outcome?.tile._id === tile._id ? notice : null}
              />
            ))}
          </TileSection>
        ),
      )}
      {count > 0 && (
        <div className="launcher-foot">
          <AskForAccess />
          <Button variant="link" onClick={() => setExplaining('')}>
            {t('Missing an application?')}
          </Button>
          <span className="launcher-keys">{t('Press ? for shortcuts')}</span>
        </div>
      )}
      {dialogs}
    </div>
  )
}

/** More than fit on a large screen. */
const DRAWN_AT_ONCE = 24

const isIn = (section: Section, tile: Tile) => section.tiles.some(({ _id }) => _id === tile._id)

/** The same function at each rendering, which calls the newest: tiles are not drawn again for its sake. */
function useLatest<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  latest.current = handler
  return useCallback((...args: Args) => latest.current(...args), [])
}
