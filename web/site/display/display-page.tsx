import { type CSSProperties, lazy, Suspense, useEffect, useId, useMemo, useState } from 'react'
import { isRouteErrorResponse, useSearchParams } from 'react-router'
import type { RankingReveal } from '#contract/results.ts'
import type { NextSlot } from '#contract/schedule.ts'
import { display as ar } from '#i18n/ar/display.ts'
import { display as en } from '#i18n/en/display.ts'
import { languages } from '#i18n/languages.ts'
import { createApiCall } from '#web/shared/api/call.ts'
import { listenToReveal } from '#web/shared/api/reveals.ts'
import { getLoaderApi } from '#web/shared/api-context.ts'
import { formatNumber, formatTimeOfDay } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { awaitOrThrowResponse } from '#web/shared/loader-error.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { listDecidingColumns } from '#web/shared/ranking/list-deciding-columns.ts'
import { createTexts, TextsProvider, useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { loadInitialScoreboard, type ScoreboardRow } from '#web/site/scoreboard/initial-scoreboard.ts'
import type { Route } from './+types/display-page.ts'
import styles from './display.module.css'
import { DisplayFrame } from './display-frame.tsx'
import { type DisplayOptions, readDisplayOptions, writeDisplayOptions } from './display-options.ts'
import { DisplaySettings } from './display-settings.tsx'
import { ProjectedTable } from './projected-table.tsx'
import { useConnectionCheck } from './use-connection-check.ts'
import { type LiveRanking, useLiveRanking } from './use-live-ranking.ts'

const importRevealScreen = () => import('./reveal-screen.tsx')
const RevealScreen = lazy(importRevealScreen)

type Props = {
  eventTitle: string
  ranking: LiveRanking
  /** The entries of the current page. */
  rows: readonly ScoreboardRow[]
}

/** Shows a page of the ranking, large enough for a projector. Screen readers hear when an entry moves up to one of the first three ranks. */
function RankingScreen({ eventTitle, ranking, rows }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const named = useMemo(
    () => rows.map((row) => ({ ...row, name: row.playerName || row.teamName, teamName: row.playerName ? row.teamName : '' })),
    [rows],
  )
  const { climbed, rules } = ranking
  const columns = useMemo(() => listDecidingColumns(rules, rows, lang), [rules, rows, lang])
  const orderId = useId()
  return (
    <>
      <span className={hidden.visuallyHidden} aria-live="polite">
        {climbed
          ? t('display.movedUp', { name: `\u2068${climbed.playerName || climbed.teamName}\u2069`, rank: formatNumber(climbed.rank, lang) })
          : null}
      </span>
      {rows.length === 0 ? (
        <p className={styles.message}>{t('display.none')}</p>
      ) : (
        <>
          {rules ? (
            <p id={orderId} className={styles.order}>
              {rules.text[lang]}
            </p>
          ) : null}
          <ProjectedTable
            eventTitle={eventTitle}
            highlightsChanges
            rows={named}
            columns={columns}
            {...(rules ? { tableAttributes: { 'aria-describedby': orderId } } : {})}
          />
        </>
      )}
    </>
  )
}

const shownSlots = 5

/** Shows the next teams of the schedule with their time, table and round. Renders nothing without a schedule. */
function NextTeams({ slots }: { slots: readonly NextSlot[] }) {
  const { t, i18n } = useTranslation()
  const { timeZone } = useRootData()
  if (slots.length === 0) return null
  return (
    <aside className={styles.next} aria-label={t('display.nextTeams')}>
      <h2>{t('display.nextTeams')}</h2>
      <ol>
        {slots.slice(0, shownSlots).map(({ id, startsAt, teamName, teamNo, table, round }) => (
          <li key={id}>
            <time dateTime={startsAt}>
              <bdi dir="ltr">{formatTimeOfDay(startsAt, i18n.language, timeZone).split(' ')[0]}</bdi>
            </time>
            <span>
              <bdi>{teamName || `#${teamNo}`}</bdi>
              <small>{t('display.slot', { table: `\u2068${table}\u2069`, round })}</small>
            </span>
          </li>
        ))}
      </ol>
    </aside>
  )
}

const reloadMs = 30_000
// the cache of the browser may be older than the last change
const call = createApiCall((path, init) => window.fetch(path, { ...init, cache: 'no-cache' }))

/** Returns the next teams of the schedule, read every half minute in the browser. It is empty without a schedule. */
const useNextSlots = (eventId: string): readonly NextSlot[] => {
  const [slots, setSlots] = useState<readonly NextSlot[]>([])
  useEffect(() => {
    const read = () =>
      call('GET /api/v1/events/:idOrSlug/schedule', { params: { idOrSlug: eventId } }).then(
        (reply) => setSlots(reply.slots),
        () => {},
      )
    void read()
    const timer = window.setInterval(() => void read(), reloadMs)
    return () => window.clearInterval(timer)
  }, [eventId])
  return slots
}

/** Keeps the screen on while the page is visible, in browsers that can. */
const useWakeLock = () => {
  useEffect(() => {
    const request = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => {})
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => document.removeEventListener('visibilitychange', request)
  }, [])
}

const catalogues = { en: { display: en }, ar: { display: ar } }

const load = async (api: PublicApi, idOrSlug: string) => {
  const [event, scores, partners] = await Promise.all([
    awaitOrThrowResponse(api.events.one(idOrSlug)),
    loadInitialScoreboard(api, idOrSlug, 100).catch(() => null),
    api.content.partners().catch(() => []),
  ])
  return {
    event: { id: event.id, slug: event.slug, title: event.title },
    scores,
    partners: partners.map(({ name, image }) => ({ name, image })),
  }
}
export const loader = ({ context, params }: Route.LoaderArgs) => load(getLoaderApi(context), params.slug)
export const clientLoader = ({ context, params }: Route.ClientLoaderArgs) => load(getLoaderApi(context), params.slug)
export const shouldRevalidate = () => false

/** Returns the options in the address. The server renders the defaults, because the page of all addresses is cached once. */
const useDisplayOptions = () => {
  const [query, setQuery] = useSearchParams()
  const [isHydrated, setIsHydrated] = useState(false)
  const [options, setOptions] = useState(() => readDisplayOptions(new URLSearchParams()))
  useEffect(() => {
    setIsHydrated(true)
    setOptions(readDisplayOptions(query))
  }, [query])
  const change = (next: DisplayOptions) => {
    // the router updates the address later, and a second change before that must include this one
    setOptions(next)
    setQuery(writeDisplayOptions(query, next), { replace: true, preventScrollReset: true })
  }
  return { options, change, isHydrated }
}

/** Counts up every `seconds`, for pages and languages that take turns. */
const useTurn = (seconds: number, isTurning: boolean): number => {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!isTurning) return
    const timer = window.setInterval(() => setTurn((before) => before + 1), seconds * 1000)
    return () => window.clearInterval(timer)
  }, [seconds, isTurning])
  return turn
}

/** Sets the colour scheme of the address, and that of the device again when it is left. */
const useScheme = (scheme: 'auto' | 'light' | 'dark') => {
  useEffect(() => {
    if (scheme === 'auto') return
    const { documentElement: root } = document
    const before = root.getAttribute('data-mantine-color-scheme') ?? 'light'
    root.setAttribute('data-mantine-color-scheme', scheme)
    return () => root.setAttribute('data-mantine-color-scheme', before)
  }, [scheme])
}

/** Shows the full-screen page for projectors: the ranking, turned page by page, or the reveal while there is one. */
export default function DisplayPage({ loaderData: { event, scores, partners } }: Route.ComponentProps) {
  const { lang, brand } = useRootData()
  const { options, change, isHydrated } = useDisplayOptions()
  const { rehearsalKey } = options
  const check = useConnectionCheck()
  const ranking = useLiveRanking(event.id, scores, check.connectionNumber)
  const [reveal, setReveal] = useState<RankingReveal | null>(null)
  const slots = useNextSlots(event.id)
  const { resultsStatus } = ranking
  const [isTurning, setIsTurning] = useState(true)
  const turn = useTurn(options.seconds, isTurning)
  useScheme(options.scheme)
  useWakeLock()
  useEffect(() => {
    // loads it before a reveal, which must not depend on the connection of that moment
    importRevealScreen().catch(() => {})
  }, [])
  const { connectionNumber } = check
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `connectionNumber` opens the stream again
  useEffect(
    () => (isHydrated ? listenToReveal(event.id, rehearsalKey, setReveal) : undefined),
    [event.id, rehearsalKey, isHydrated, connectionNumber],
  )

  const entries = ranking.rows.slice(0, options.top)
  const pageCount = Math.max(1, Math.ceil(entries.length / options.rows))
  const page = turn % pageCount
  const other = lang === 'en' ? 'ar' : 'en'
  // both languages show all pages in turn
  const shown = options.languages === 'both' && Math.floor(turn / pageCount) % 2 === 1 ? other : lang
  const texts = useMemo(() => createTexts(shown, catalogues[shown], brand.name), [shown, brand.name])
  const title = event.title[shown]
  return (
    <TextsProvider value={texts}>
      <title>{`${texts.t('display.title', { event: title })} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <main
        id="content"
        lang={shown}
        dir={languages[shown].dir}
        className={styles.display}
        // the last step of a reveal takes the room of three rows, the order of the rules that of two
        style={
          {
            '--rows': Math.max(5, Math.min(options.rows, (reveal?.rows ?? entries).length) + (reveal ? 3 : ranking.rules ? 2 : 0)),
          } as CSSProperties
        }
      >
        <DisplayFrame
          title={title}
          check={check}
          ranking={ranking}
          reveal={reveal}
          range={{ from: page * options.rows + 1, to: Math.min((page + 1) * options.rows, entries.length) }}
          partners={options.partners ? partners : []}
          turn={turn}
          hasClock={options.clock}
          settings={<DisplaySettings options={options} onChange={change} isTurning={isTurning} onTurn={setIsTurning} />}
        >
          {reveal ? (
            <Suspense>
              <RevealScreen reveal={reveal} eventTitle={title} rowCount={options.rows} />
            </Suspense>
          ) : (
            <div className={styles.columns}>
              <div>
                <RankingScreen eventTitle={title} ranking={ranking} rows={entries.slice(page * options.rows, (page + 1) * options.rows)} />
              </div>
              {resultsStatus === 'final' ? null : <NextTeams slots={slots} />}
            </div>
          )}
        </DisplayFrame>
      </main>
    </TextsProvider>
  )
}

/** Shows that there is no such event. It follows the texts of the whole site, because no event is loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main id="content" className={styles.failure}>
      <title>{t(status === 404 ? 'messages.pageNotFound' : 'broken.title')}</title>
      <meta name="robots" content="noindex" />
      <h1>{t(status === 404 ? 'messages.pageNotFound' : 'broken.title')}</h1>
    </main>
  )
}
