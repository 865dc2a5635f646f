import { useState } from 'react'
import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { TeamPageResult } from '#contract/site/season-page.schema.ts'
import {
  getCompetitionPagePath,
  getShareImagePath,
  getTeamPagePath,
} from '#contract/site/season-page-paths.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { TeamSlotList, useCurrentTimeMs } from '#web/shared/event/schedule/slot-list.tsx'
import {
  computeColumnTimeDecimals,
  formatEventDates,
  formatMeasuredTimeOrDash,
  formatNumber,
  hasAnyMeasuredTime,
} from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/team-page.ts'
import { loadCompetitionAndTeamTexts } from './load-season-page-texts.ts'
import styles from './season-pages.module.css'

/** Shows results of a team as a table with links to their events. */
function ResultTable({ results }: { results: readonly TeamPageResult[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const times = results.map(({ totalTimeMs }) => totalTimeMs)
  const decimals = computeColumnTimeDecimals(times)
  const hasTimes = hasAnyMeasuredTime(times)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('scores.place')}</th>
          <th scope="col">{t('seasonPages.event')}</th>
          <th scope="col" className={styles.number}>
            {t('scores.score')}
          </th>
          {hasTimes ? (
            <th scope="col" className={styles.number}>
              {t('scores.time')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {results.map(({ event, rank, entryCount, totalScore, totalTimeMs, isProvisional }) => (
          <tr key={event.slug}>
            <td className={styles.rank}>
              {rank <= 3 ? <Medal rank={rank} isProvisional={isProvisional} /> : null}
              <bdi>
                {t('seasonPages.rankOf', {
                  rank: formatNumber(rank, lang),
                  total: formatNumber(entryCount, lang),
                })}
              </bdi>
            </td>
            <th scope="row">
              <LocalizedLink to={`/events/${event.slug}/`}>
                <Bdi>{event.title[lang]}</Bdi>
              </LocalizedLink>
              <span className={styles.quiet}>{formatEventDates(event, lang)}</span>
              {isProvisional ? <span className={styles.quiet}>{t('scores.provisional')}</span> : null}
            </th>
            <td className={styles.number}>
              <bdi>{formatNumber(totalScore, lang)}</bdi>
            </td>
            {hasTimes ? (
              <td className={styles.number}>
                <bdi dir="ltr">{formatMeasuredTimeOrDash(totalTimeMs, decimals)}</bdi>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const load = async (api: PublicApi, { slug, teamNo }: { slug: string; teamNo: string }, lang: Lang) => {
  const [loaded, texts] = await Promise.all([
    awaitOrThrowErrorResponse(api.competitions.teamPage(slug, teamNo)),
    loadCompetitionAndTeamTexts(lang),
  ])
  return { ...loaded, texts }
}
export const loader = ({ context, params }: Route.LoaderArgs) =>
  load(getLoaderApi(context), params, context.get(pageContext).lang)
export const clientLoader = ({ context, params }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), params, getPageLanguage())

/** Shows the public page of a team of the season. */
export default function TeamPage({ loaderData }: Route.ComponentProps) {
  const { t, tAttribute, i18n } = useTranslation()
  const lang = useLang()
  const now = useCurrentTimeMs()
  useState(() => i18n.add(loaderData.texts))
  const { team, season, members, results, awards, schedules, matchEvents, earlierSeasons } = loaderData
  const competition = team.competition.name[lang]
  const path = getTeamPagePath(team.competition.slug, team.teamNo)
  const isEarlier = ({ event }: TeamPageResult) =>
    Number((event.endDate ?? event.startDate)?.slice(0, 4) ?? season.year) < season.year
  const earlierResults = results.filter(isEarlier)
  const currentResults = results.filter((result) => !isEarlier(result))
  const texts = { team: team.name, competition }
  const facts = [t('scores.teamNo', { no: team.teamNo }), team.schoolName, season.name[lang]].filter(Boolean)
  return (
    <>
      <PageMetadata
        title={`${team.name} · ${competition}`}
        description={tAttribute('seasonPages.teamDescription', texts)}
        path={path}
        shareImage={{
          path: getShareImagePath(path, lang),
          alt: tAttribute('seasonPages.teamPicture', texts),
        }}
      />
      <PageTitleBand title={team.name} text={joinTexts(facts, lang)}>
        <LocalizedLink to={getCompetitionPagePath(team.competition.slug)} className={styles.back}>
          <Bdi>{competition}</Bdi>
        </LocalizedLink>
      </PageTitleBand>
      <div className={`${page.wide} ${page.section} ${styles.content}`}>
        <section aria-labelledby="results">
          <h2 id="results">{t('seasonPages.results')}</h2>
          {currentResults.length > 0 ? (
            <ResultTable results={currentResults} />
          ) : (
            <p className={styles.text}>{t('seasonPages.noResults')}</p>
          )}
        </section>
        {awards.length > 0 ? (
          <section aria-labelledby="awards">
            <h2 id="awards">{t('seasonPages.awards')}</h2>
            <ul className={styles.list}>
              {awards.map(({ id, name, event }) => (
                <li key={id} className={styles.item}>
                  <strong>
                    <Bdi>{name[lang]}</Bdi>
                  </strong>
                  <span className={styles.quiet}>
                    <LocalizedLink to={`/events/${event.slug}/`}>
                      <Bdi>{event.title[lang]}</Bdi>
                    </LocalizedLink>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {schedules.length > 0 ? (
          <section aria-labelledby="schedule">
            <h2 id="schedule">{t('seasonPages.schedule')}</h2>
            {schedules.map((schedule) => (
              <div key={schedule.event.slug} className={styles.schedule}>
                <p className={styles.text}>
                  <LocalizedLink to={`/events/${schedule.event.slug}/`}>
                    <Bdi>{schedule.event.title[lang]}</Bdi>
                  </LocalizedLink>
                </p>
                <TeamSlotList schedule={schedule} now={now} />
              </div>
            ))}
          </section>
        ) : null}
        {matchEvents.length > 0 ? (
          <section aria-labelledby="matches">
            <h2 id="matches">{t('schedule.matchesOfTeam')}</h2>
            <ul className={styles.list}>
              {matchEvents.map(({ slug, title }) => (
                <li key={slug} className={styles.item}>
                  <LocalizedLink to={getMatchesPagePath(slug, team.teamNo)}>
                    <Bdi>{title[lang]}</Bdi>
                  </LocalizedLink>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {members.length > 0 ? (
          <section aria-labelledby="members">
            <h2 id="members">{t('seasonPages.members')}</h2>
            <ul className={`${styles.list} ${styles.teams}`}>
              {members.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two members may have the same short name
                <li key={`${at} ${name}`} className={styles.item}>
                  <Bdi>{name}</Bdi>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {earlierResults.length + earlierSeasons.length > 0 ? (
          <section aria-labelledby="history">
            <h2 id="history">{t('seasonPages.history')}</h2>
            {earlierSeasons.length > 0 ? (
              <p className={styles.text}>
                {joinTexts(
                  earlierSeasons.map(({ name }) => name[lang]),
                  lang,
                )}
              </p>
            ) : null}
            {earlierResults.length > 0 ? <ResultTable results={earlierResults} /> : null}
          </section>
        ) : null}
      </div>
    </>
  )
}
