import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import type { Tournament } from '#contract/event/matches/match.schema.ts'
import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { callWithoutTokenBypassingCache } from '#web/shared/api/browser-calls.ts'
import { createPublicEventApi } from '#web/shared/api/events.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { listenToRanking } from '#web/shared/api/scores.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import type { StandingRow } from '#web/shared/event/matches/group-table.tsx'
import {
  type TournamentPart,
  type TournamentWithFormatters,
  useSetQueryParameter,
  useTournamentPartOfAddress,
  useTournamentWithFormatters,
} from '#web/shared/event/matches/tournament-model.ts'
import {
  PairingCardList,
  ShownMatchCount,
  TournamentSectionFrame,
  TournamentStandingsAndMatches,
} from '#web/shared/event/matches/tournament-tables.tsx'
import { useLang } from '#web/shared/language.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { createNewerReplyChecker } from '#web/shared/reply-order.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { useIsPast } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import toolbar from '#web/site/event/scoreboard/toolbar.module.css'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/matches-page.ts'
import styles from './matches.module.css'

/** Loads the texts of the page of matches, which other public pages do not load. */
const loadMatchTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar'
    ? (await import('#i18n/ar-matches.ts')).arMatches
    : (await import('#i18n/en-matches.ts')).enMatches

const api = createPublicEventApi(callWithoutTokenBypassingCache)
const readPauseMs = 300

/**
 * Returns a tournament, read again with every change of the ranking that the event stream tells, unless
 * `isOver`. `isConnected` is undefined before the first connection.
 */
const useLiveTournament = (
  eventId: string,
  initial: Tournament,
  isOver: boolean,
): { tournament: Tournament; isConnected: boolean | undefined } => {
  const [read, setRead] = useState<{ initial: Tournament; tournament: Tournament }>()
  const [isConnected, setIsConnected] = useState<boolean>()
  useEffect(() => {
    if (isOver) return
    let timer: number | undefined
    const beginRequest = createNewerReplyChecker()
    const readAgain = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        const isNewest = beginRequest()
        api.matches(eventId).then(
          (tournament) => {
            if (isNewest()) setRead({ initial, tournament })
          },
          () => {},
        )
      }, readPauseMs)
    }
    const stop = listenToRanking(eventId, { state: setIsConnected, snapshot: readAgain, change: readAgain })
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [eventId, initial, isOver])
  return { tournament: read?.initial === initial ? read.tournament : initial, isConnected }
}

/**
 * Returns the number of the chosen team in the address, and a function that chooses another one. The server
 * renders the page without a chosen team, because it is cached once.
 */
const useChosenTeam = () => {
  const [query] = useSearchParams()
  const setQueryParameter = useSetQueryParameter()
  const [teamNo, setTeamNo] = useState('')
  useEffect(() => setTeamNo(query.get('team') ?? ''), [query])
  return { teamNo, choose: (number: string) => setQueryParameter('team', number) }
}

type PartSelectProps = { model: TournamentWithFormatters; part: TournamentPart | undefined }

/** Lets visitors choose a group or a round. Without scripts a button sends the form, which names the part in the address. */
function TournamentPartSelect({ model: { parts }, part }: PartSelectProps) {
  const { t, i18n } = useTranslation()
  const setQueryParameter = useSetQueryParameter()
  const id = useId()
  if (parts.length < 2) return null
  return (
    <form method="get" className={toolbar.field}>
      {i18n.language === 'ar' ? <input type="hidden" name="lang" value="ar" /> : null}
      <label htmlFor={id}>{t('matches.part')}</label>
      <select
        id={id}
        name="part"
        value={part?.value ?? ''}
        onChange={(change) => setQueryParameter('part', change.currentTarget.value)}
      >
        <option value="">{t('matches.allParts')}</option>
        {[...Map.groupBy(parts, ({ heading }) => heading)].map(([heading, ofKind]) => (
          <optgroup key={heading} label={heading}>
            {ofKind.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <button type="submit" className={styles.withoutScripts}>
        {t('matches.show')}
      </button>
    </form>
  )
}

/** Says from when on results are hidden. */
function FreezeNotice({ freezeAt }: { freezeAt: string }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  return useIsPast(freezeAt) ? <p>{t('matches.frozen', { time: formatDateTime(freezeAt) })}</p> : null
}

/** Shows when the draw was made, and what it is repeated from. */
function DrawLine({ tournament: { drawnAt, randomSeed } }: { tournament: Tournament }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  return (
    <p className={styles.draw}>
      {drawnAt ? `${t('matches.drawn', { time: formatDateTime(drawnAt) })}. ` : null}
      {t('matches.randomSeed')} <code dir="ltr">{randomSeed}</code>
    </p>
  )
}

const load = async (api: PublicApi, slug: string, lang: Lang) => {
  const [event, tournament, scores, texts] = await Promise.all([
    awaitOrThrowErrorResponse(api.events.one(slug)),
    awaitOrThrowErrorResponse(api.events.matches(slug)),
    api.scores.getScoreboardPage(slug, { perPage: 1 }).catch(() => null),
    loadMatchTexts(lang),
  ])
  return {
    event: { id: event.id, slug: event.slug, title: event.title },
    tournament,
    isOver: scores?.isOver ?? false,
    freezeAt: scores?.freezeAt ?? null,
    texts,
  }
}
export const loader = ({ context, params }: Route.LoaderArgs) =>
  load(getLoaderApi(context), params.slug, context.get(pageContext).lang)
export const clientLoader = ({ context, params }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), params.slug, getPageLanguage())
// another team in the address changes nothing of what is loaded
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname

/** Shows the groups, matches and knock-outs of an event. */
export default function MatchesPage({ loaderData }: Route.ComponentProps) {
  const { t, tAttribute, i18n } = useTranslation()
  const lang = useLang()
  const id = useId()
  useState(() => i18n.add(loaderData.texts))
  const { event, isOver, freezeAt } = loaderData
  const { tournament, isConnected } = useLiveTournament(event.id, loaderData.tournament, isOver)
  const model = useTournamentWithFormatters(tournament)
  const part = useTournamentPartOfAddress(model)
  const { teamNo, choose } = useChosenTeam()
  const found = tournament.sides.findIndex(({ teams }) =>
    teams.some((team) => String(team.teamNo) === teamNo),
  )
  const chosen = found >= 0 ? found : undefined
  const title = event.title[lang]
  const path = getMatchesPagePath(event.slug)
  const teams = tournament.sides
    .flatMap((side) => side.teams.filter(({ name }) => name !== ''))
    .toSorted((a, b) => a.teamNo - b.teamNo)
  const renderSide = ({ side }: StandingRow) => {
    const [team] = tournament.sides[side]?.teams ?? []
    const name = model.nameTeams(side)
    return team?.name ? (
      <LocalizedLink to={getMatchesPagePath(event.slug, team.teamNo)} preventScrollReset>
        {name}
      </LocalizedLink>
    ) : (
      name
    )
  }
  return (
    <>
      <PageMetadata
        title={`${t('matches.title')} · ${title}`}
        description={tAttribute('matches.description', { event: title })}
        path={path}
        shareImage={{
          path: eventFilePaths.shareImage(event.slug, lang),
          alt: tAttribute('seo.event.sharePicture', { title }),
        }}
      />
      <PageTitleBand title={t('matches.titleOf', { event: title })} text={t('matches.intro')}>
        <LocalizedLink to={`/events/${event.slug}/`} className={styles.back}>
          {t('matches.backToEvent')}
        </LocalizedLink>
      </PageTitleBand>
      <div className={`${page.wide} ${page.section} ${styles.content}`}>
        {tournament.sides.length === 0 ? (
          <div className={page.empty}>
            <h2>{t('matches.noDraw')}</h2>
            <p>{t('matches.noDrawHint')}</p>
          </div>
        ) : (
          <>
            <div className={`${toolbar.tools} ${styles.tools}`}>
              <TournamentPartSelect model={model} part={part} />
              <span className={`${toolbar.field} ${styles.withScripts}`}>
                <label htmlFor={id}>{t('matches.team')}</label>
                <select
                  id={id}
                  value={chosen === undefined ? '' : teamNo}
                  onChange={(change) => choose(change.currentTarget.value)}
                >
                  <option value="">{t('matches.allTeams')}</option>
                  {teams.map((team) => (
                    <option key={team.id} value={team.teamNo}>{`${team.teamNo} · ${team.name}`}</option>
                  ))}
                </select>
              </span>
              {isConnected === undefined ? null : (
                <span className={toolbar.live} data-connected={isConnected}>
                  {t(isConnected ? 'scores.live' : 'scores.reconnecting')}
                </span>
              )}
            </div>
            {freezeAt ? <FreezeNotice freezeAt={freezeAt} /> : null}
            {chosen === undefined ? null : (
              <TournamentSectionFrame
                Heading="h2"
                title={t('matches.ofTeam', { team: model.nameTeams(chosen) })}
              >
                <PairingCardList
                  model={model}
                  pairings={tournament.pairings.filter(({ sides }) =>
                    sides.some(({ side }) => side === chosen),
                  )}
                  getDetail={({ part }) =>
                    part.of === 'group' ? model.nameGroup(part.group) : model.nameRound(part)
                  }
                />
              </TournamentSectionFrame>
            )}
            <ShownMatchCount model={model} part={part} />
            <TournamentStandingsAndMatches
              model={model}
              part={part}
              Heading="h2"
              chosen={chosen}
              renderSide={renderSide}
            />
            <DrawLine tournament={tournament} />
          </>
        )}
      </div>
    </>
  )
}
