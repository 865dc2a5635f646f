import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import { isRouteErrorResponse, useSearchParams } from 'react-router'
import type { RankingReveal } from '#contract/results.ts'
import { display as ar } from '#i18n/ar/display.ts'
import { display as en } from '#i18n/en/display.ts'
import { languages } from '#i18n/languages.ts'
import { listenToReveal } from '#web/shared/api/reveals.ts'
import { getLoaderApi } from '#web/shared/api-context.ts'
import { useRootData } from '#web/shared/language.ts'
import { awaitOrThrowResponse } from '#web/shared/loader-error.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { createTexts, TextsProvider, useTranslation } from '#web/shared/texts.ts'
import { loadInitialScoreboard } from '#web/site/scoreboard/initial-scoreboard.ts'
import type { Route } from './+types/display-page.ts'
import styles from './display.module.css'
import { DisplayFrame } from './display-frame.tsx'
import { type DisplayOptions, readDisplayOptions, writeDisplayOptions } from './display-options.ts'
import { DisplaySettings } from './display-settings.tsx'
import { NextTeams } from './next-teams.tsx'
import { RankingScreen } from './ranking-screen.tsx'
import { RevealScreen } from './reveal-screen.tsx'
import { useConnectionCheck } from './use-connection-check.ts'
import { useLiveRanking } from './use-live-ranking.ts'
import { useNextSlots } from './use-next-slots.ts'
import { useWakeLock } from './use-wake-lock.ts'

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
            <RevealScreen reveal={reveal} eventTitle={title} rowCount={options.rows} />
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
