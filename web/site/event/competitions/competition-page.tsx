import { Fragment, useState } from 'react'
import type { Lang } from '#contract/platform/localized.ts'
import type { CompetitionEvent, ListedTeam } from '#contract/site/season-page.schema.ts'
import {
  getCompetitionPagePath,
  getCompetitionTeamListPath,
  getShareImagePath,
  getTeamPagePath,
  listedTeamsPerPage,
} from '#contract/site/season-page-paths.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { formatEventDates } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageLinks } from '#web/shared/ui/page-links.tsx'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/competition-page.ts'
import { buildCompetitionJsonLd } from './build-competitions-json-ld.ts'
import { DecorativeCompetitionBanner } from './competition-banner.tsx'
import {
  CompetitionConditionsList,
  CompetitionRegisterAndRulesLinks,
  CompetitionRegistrationState,
} from './competition-details.tsx'
import competitionStyles from './competitions.module.css'
import { loadCompetitionAndTeamTexts } from './load-season-page-texts.ts'
import styles from './season-pages.module.css'

/** Shows how the teams are ranked: once when all events have the same order, else for each event. */
function RulesSection({ rounds, events }: { rounds: number; events: readonly CompetitionEvent[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const ruled = events.flatMap(({ slug, title, rules }) =>
    rules ? [{ slug, title, text: rules.text[lang] }] : [],
  )
  const texts = new Set(ruled.map(({ text }) => text))
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{t('seasonPages.rules')}</h2>
      <p className={styles.text}>{t('seasonPages.roundCount', { count: rounds })}</p>
      {texts.size === 0 ? <p className={styles.text}>{t('seasonPages.noRules')}</p> : null}
      {texts.size === 1 ? <p className={styles.text}>{ruled[0]?.text}</p> : null}
      {texts.size > 1
        ? ruled.map(({ slug, title, text }) => (
            <p key={slug} className={styles.text}>
              <strong>
                <Bdi>{title[lang]}</Bdi>
              </strong>
              <br />
              {text}
            </p>
          ))
        : null}
    </section>
  )
}

function EventsSection({ events }: { events: readonly CompetitionEvent[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  return (
    <section aria-labelledby="events">
      <h2 id="events">{t('seasonPages.events')}</h2>
      {events.length === 0 ? <p className={styles.text}>{t('seasonPages.noEvents')}</p> : null}
      <ul className={styles.list}>
        {events.map(({ slug, title, startDate, endDate, runs }) => (
          <li key={slug} className={styles.item}>
            <LocalizedLink to={`/events/${slug}/`}>
              <Bdi>{title[lang]}</Bdi>
            </LocalizedLink>
            <span className={styles.quiet}>{formatEventDates({ startDate, endDate }, lang)}</span>
            {runs ? (
              <span className={styles.quiet}>
                {t('seasonPages.runs', {
                  from: formatDateTime(runs.from),
                  to: formatDateTime(runs.to),
                })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type TeamsProps = { competition: string; teams: readonly ListedTeam[]; total: number; teamPage: number }

/** Lists a page of the registered teams with links to their pages. */
function TeamsSection({ competition, teams, total, teamPage }: TeamsProps) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="teams">
      <h2 id="teams">{t('seasonPages.teams')}</h2>
      {teams.length === 0 ? <p className={styles.text}>{t('seasonPages.noTeams')}</p> : null}
      <ul className={`${styles.list} ${styles.teams}`}>
        {teams.map(({ teamNo, name, schoolName }) => (
          <li key={teamNo} className={styles.item}>
            <LocalizedLink to={getTeamPagePath(competition, teamNo)}>
              <Bdi>{name}</Bdi>
            </LocalizedLink>
            <span className={styles.quiet}>
              {[t('scores.teamNo', { no: teamNo }), schoolName].filter(Boolean).map((text, at) => (
                <Fragment key={text}>
                  {at > 0 ? ' · ' : null}
                  <Bdi>{text}</Bdi>
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <PageLinks
        label={t('seasonPages.teams')}
        page={teamPage}
        perPage={listedTeamsPerPage}
        total={total}
        getPath={(to) => getCompetitionTeamListPath(competition, to)}
      />
    </section>
  )
}

/** Returns the page of the list of teams that an address names; the first one for an address without a page. */
const getTeamPage = (url: string): number => {
  const page = new URL(url).searchParams.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1
}

const load = async (api: PublicApi, slug: string, teamPage: number, lang: Lang) => {
  const [loaded, texts] = await Promise.all([
    awaitOrThrowErrorResponse(api.competitions.page(slug, teamPage)),
    loadCompetitionAndTeamTexts(lang),
  ])
  // server and browser decide by the same time what is closed
  return { ...loaded, teamPage, texts, now: new Date().toISOString() }
}
export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(getLoaderApi(context), params.slug, getTeamPage(request.url), context.get(pageContext).lang)
export const clientLoader = ({ context, params, request }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), params.slug, getTeamPage(request.url), getPageLanguage())

/** Shows the public page of a competition. */
export default function CompetitionPage({ loaderData }: Route.ComponentProps) {
  const { t, tAttribute, i18n } = useTranslation()
  const lang = useLang()
  const { siteUrl } = useRootData()
  useState(() => i18n.add(loaderData.texts))
  const { competition, events, teams, teamCount = 0, teamPage, now } = loaderData
  const name = competition.name[lang]
  const description = competition.description[lang]
  const path = getCompetitionPagePath(competition.slug)
  return (
    <>
      <PageMetadata
        title={name}
        description={
          description.split('\n')[0]?.slice(0, 300) ||
          tAttribute('seasonPages.competitionDescription', { name })
        }
        path={path}
        shareImage={{
          path: getShareImagePath(path, lang),
          alt: tAttribute('seasonPages.competitionPicture', { name }),
        }}
        jsonLd={{
          '@context': 'https://schema.org',
          ...buildCompetitionJsonLd(competition, { lang, siteUrl, siteName: t('name') }),
        }}
      />
      <PageTitleBand title={name} text={description}>
        <LocalizedLink to="/competitions/" className={styles.back}>
          {t('seasonPages.allCompetitions')}
        </LocalizedLink>
      </PageTitleBand>
      <div className={`${page.wide} ${page.section} ${styles.content}`}>
        <section className={competitionStyles.competition} aria-labelledby="registration">
          <div className={competitionStyles.banner}>
            <DecorativeCompetitionBanner slug={competition.slug} />
          </div>
          <div className={competitionStyles.head}>
            <h2 id="registration">{t('seasonPages.registration')}</h2>
            <CompetitionRegistrationState competition={competition} now={now} />
          </div>
          <CompetitionConditionsList competition={competition} now={now} />
          <CompetitionRegisterAndRulesLinks competition={competition} nameId="registration" />
        </section>
        <RulesSection rounds={competition.rounds} events={events} />
        <EventsSection events={events} />
        {teams ? (
          <TeamsSection competition={competition.slug} teams={teams} total={teamCount} teamPage={teamPage} />
        ) : null}
      </div>
    </>
  )
}
