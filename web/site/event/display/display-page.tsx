import { type CSSProperties, lazy, Suspense, useEffect, useId, useMemo, useState } from 'react'
import { data, isRouteErrorResponse, useSearchParams } from 'react-router'
import { displayLimits } from '#contract/event/display.ts'
import type { Award, RankingReveal } from '#contract/event/results/results.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import { display as ar } from '#i18n/ar/display.ts'
import { display as en } from '#i18n/en/display.ts'
import { languages } from '#i18n/languages.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi } from '#web/shared/api-context.ts'
import { listDecidingColumnsExceptTotals } from '#web/shared/event/ranking/list-deciding-columns.ts'
import { formatNumber, hasAnyMeasuredTime } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import { createTextsFromCatalogue, TextsProvider, useTranslation } from '#web/shared/texts.ts'
import { useForcedColorScheme } from '#web/shared/theme.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { loadInitialScoreboard, type ScoreboardRow } from '#web/site/event/scoreboard/initial-scoreboard.ts'
import type { Route } from './+types/display-page.ts'
import styles from './display.module.css'
import { DisplayFrame } from './display-frame.tsx'
import { type DisplayOptions, parseDisplayOptions, toDisplayQuery } from './display-options.ts'
import { DisplaySettingsPanel } from './display-settings.tsx'
import { PolledNextTeamsList } from './next-teams.tsx'
import { ProjectedRankingTable } from './projected-table.tsx'
import { useConnectionCheckWithReloadOnNewBuild } from './use-connection-check.ts'
import { type LiveRanking, useLiveRanking } from './use-live-ranking.ts'
import { useLiveScreenState } from './use-screen.ts'

const importRevealScreen = () => import('./reveal-screen.tsx')
const RevealScreen = lazy(importRevealScreen)
const importScene = () => import('./scene.tsx')
const Scene = lazy(importScene)
const TransparentOverlayMode = lazy(() => import('./overlay.tsx'))

type Props = {
  eventTitle: string
  ranking: LiveRanking
  awards: readonly Award[]
  /** The entries of the current page. */
  rows: readonly ScoreboardRow[]
  /** The number of rows of a full page. */
  rowCount: number
}

/**
 * Shows a page of the ranking, large enough for a projector. Screen readers hear when an entry moves up to
 * one of the first three ranks.
 */
function RankingScreen({ eventTitle, ranking, awards, rows, rowCount }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const named = useMemo(
    () =>
      rows.map((row) => {
        const { first, second } = getEntryDisplayNames(row)
        return {
          ...row,
          name: first,
          playerName: second,
          awards: awards.flatMap(({ name, team }) =>
            String(team.teamNo) === row.teamNo && team.name === row.teamName ? name[lang] : [],
          ),
        }
      }),
    [rows, awards, lang],
  )
  const { climbed, rules } = ranking
  const columns = useMemo(() => listDecidingColumnsExceptTotals(rules, rows, lang), [rules, rows, lang])
  const orderId = useId()
  return (
    <>
      <span className={hidden.visuallyHidden} aria-live="polite">
        {climbed
          ? t('display.movedUp', {
              name: getEntryDisplayNames(climbed).first,
              rank: formatNumber(climbed.rank, lang),
            })
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
          <ProjectedRankingTable
            eventTitle={eventTitle}
            rowCount={rowCount}
            highlightsChanges
            rows={named}
            columns={columns}
            hasTimes={hasAnyMeasuredTime(ranking.rows.map(({ totalTimeMs }) => totalTimeMs))}
            {...(rules ? { tableAttributes: { 'aria-describedby': orderId } } : {})}
          />
        </>
      )}
    </>
  )
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

/** Reads the number of a screen in the address. Throws a response 404 when no screen can have it. */
const readScreenNumber = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const number = /^[1-9]\d?$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= displayLimits.screens)) throw data(null, { status: 404 })
  return number
}

const load = async (
  api: PublicApi,
  { slug: idOrSlug, screen }: { slug: string; screen?: string | undefined },
) => {
  const screenNumber = readScreenNumber(screen)
  const [event, scores, partners] = await Promise.all([
    awaitOrThrowErrorResponse(api.events.one(idOrSlug)),
    loadInitialScoreboard(api, idOrSlug, 100).catch(() => null),
    api.content.partners().catch(() => []),
  ])
  return {
    event: { id: event.id, slug: event.slug, title: event.title },
    awards: event.awards ?? [],
    scores,
    screenNumber,
    partners: partners.map(({ name, image }) => ({ name, image })),
  }
}
export const loader = ({ context, params }: Route.LoaderArgs) => load(getLoaderApi(context), params)
export const clientLoader = ({ context, params }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), params)
export const shouldRevalidate = () => false

/**
 * Returns the options in the address. The server renders the defaults, because the page of all addresses is
 * cached once.
 */
const useDisplayOptions = () => {
  const [query, setQuery] = useSearchParams()
  const [isHydrated, setIsHydrated] = useState(false)
  const [options, setOptions] = useState(() => parseDisplayOptions(new URLSearchParams()))
  useEffect(() => {
    setIsHydrated(true)
    setOptions(parseDisplayOptions(query))
  }, [query])
  const change = (next: DisplayOptions) => {
    // the router updates the address later, and a second change before that must include this one
    setOptions(next)
    setQuery(toDisplayQuery(query, next), { replace: true, preventScrollReset: true })
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

/** Tells whether the reveal has the whole screen, for one of the first ranks, an award or a pause. */
const isOnStage = ({ step, award, isPaused }: RankingReveal): boolean =>
  isPaused || award !== null || (step !== null && step.rank <= 3)

/** Returns the awards of an event, which are read again when the results are published or taken back. */
const useAwards = (
  slug: string,
  loaded: readonly Award[],
  resultsStatus: LiveRanking['resultsStatus'],
): readonly Award[] => {
  const [{ awards, status }, setRead] = useState({ awards: loaded, status: resultsStatus })
  useEffect(() => {
    if (resultsStatus === status) return
    let isCurrent = true
    getBrowserApi()
      .events.one(slug)
      .then(
        (event) => {
          if (isCurrent) setRead({ awards: event.awards ?? [], status: resultsStatus })
        },
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [slug, resultsStatus, status])
  return awards
}

/**
 * Shows the full-screen page for projectors: the ranking, turned page by page, or the reveal while there is
 * one.
 */
export default function DisplayPage({
  loaderData: { event, awards: loadedAwards, scores, partners, screenNumber },
}: Route.ComponentProps) {
  const { lang, brand } = useRootData()
  const { options, change, isHydrated } = useDisplayOptions()
  const { rehearsalKey } = options
  const check = useConnectionCheckWithReloadOnNewBuild()
  const ranking = useLiveRanking(event.id, scores, check.connectionNumber)
  const screen = useLiveScreenState(event.id, screenNumber, rehearsalKey, check, isHydrated)
  const { scene } = screen
  const isRanking = scene === 'ranking'
  const reveal = isRanking ? screen.reveal : null
  const { resultsStatus } = ranking
  const awards = useAwards(event.slug, loadedAwards, resultsStatus)
  const [isTurning, setIsTurning] = useState(true)
  const turn = useTurn(options.seconds, isTurning)
  useForcedColorScheme(options.scheme)
  useWakeLock()
  const hasScenes = screenNumber !== undefined
  useEffect(() => {
    // loads them before they are shown, which must not depend on the connection of that moment
    importRevealScreen().catch(() => {})
    if (hasScenes) importScene().catch(() => {})
  }, [hasScenes])

  const entries = ranking.rows.slice(0, options.top)
  const pageCount = Math.max(1, Math.ceil(entries.length / options.rows))
  const page = turn % pageCount
  const rowCount = Math.max(5, Math.min(options.rows, entries.length))
  const other = lang === 'en' ? 'ar' : 'en'
  const isBilingual = options.languages === 'both'
  // both languages show all pages of the ranking in turn; other scenes show each page in both
  const shown = isBilingual && Math.floor(isRanking ? turn / pageCount : turn) % 2 === 1 ? other : lang
  const texts = useMemo(
    () => createTextsFromCatalogue(shown, catalogues[shown], brand.name),
    [shown, brand.name],
  )
  const title = event.title[shown]
  return (
    <TextsProvider value={texts}>
      <title>{`${texts.tAttribute('display.title', { event: title })} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {options.overlay ? (
        <Suspense>
          <TransparentOverlayMode />
        </Suspense>
      ) : null}
      <main
        id="content"
        lang={shown}
        dir={languages[shown].dir}
        className={styles.display}
        // the last step of a reveal takes the room of three rows, the order of the rules that of two
        style={
          {
            '--rows': reveal
              ? Math.max(5, Math.min(options.rows, reveal.rows.length) + 3)
              : rowCount + (isRanking && ranking.rules ? 2 : 0),
          } as CSSProperties
        }
      >
        <DisplayFrame
          title={title}
          check={check}
          ranking={ranking}
          screen={screen}
          range={{ from: page * options.rows + 1, to: Math.min((page + 1) * options.rows, entries.length) }}
          partners={options.partners ? partners : []}
          turn={turn}
          hasClock={options.clock}
          isOnStage={reveal !== null && isOnStage(reveal)}
          settings={
            <DisplaySettingsPanel
              options={options}
              onChange={change}
              isTurning={isTurning}
              onTurn={setIsTurning}
            />
          }
        >
          {reveal ? (
            <Suspense>
              <RevealScreen reveal={reveal} eventTitle={title} rowCount={options.rows} />
            </Suspense>
          ) : isRanking ? (
            <div className={styles.columns}>
              <div>
                <RankingScreen
                  eventTitle={title}
                  ranking={ranking}
                  awards={awards}
                  rows={entries.slice(page * options.rows, (page + 1) * options.rows)}
                  rowCount={rowCount}
                />
              </div>
              {resultsStatus === 'final' ? null : <PolledNextTeamsList eventId={event.id} />}
            </div>
          ) : scene ? (
            <Suspense>
              <Scene
                scene={scene}
                screen={screen}
                eventId={event.id}
                eventTitle={title}
                ranking={ranking}
                partners={partners}
                hasSound={options.sound}
                rowCount={options.rows}
                turn={isBilingual ? Math.floor(turn / 2) : turn}
              />
            </Suspense>
          ) : null}
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
