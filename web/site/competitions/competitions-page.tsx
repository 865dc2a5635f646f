import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CompetitionWithPlaces } from '#contract/competition.schema.ts'
import type { Lang } from '#contract/localized.ts'
import { listLevelAges } from '#contract/rules/age-level.ts'
import { isRegistrationOpen } from '#contract/rules/team-places.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import {
  canRegisterTeam,
  formatAgeRange,
  formatClosedReason,
  formatPeopleCountRange,
  formatTeamFee,
} from '#web/shared/competitions/format-competition.ts'
import { formatTimeZone } from '#web/shared/format.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Fact } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import { LoadErrorMessage } from '#web/shared/ui/load-error-message.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useLoadErrorToast } from '#web/shared/ui/use-load-error-toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/competitions-page.ts'
import { buildCompetitionsJsonLd } from './build-competitions-json-ld.ts'
import styles from './competitions.module.css'

/** Shows what a team needs to know of a competition, with a link to the form. `now` (ISO 8601) decides what is closed. */
function CompetitionSection({ competition, now }: { competition: CompetitionWithPlaces; now: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { slug, description, rulesLink, minMembers, maxMembers, minCoaches, maxCoaches, opensAt, closesAt, placesLeft } = competition
  const canRegister = canRegisterTeam(competition)
  // the state or the note about the waiting list says that there are no places
  const isShownAsFull = placesLeft === 0 && (competition.waitingListOpen || isRegistrationOpen(competition, now))
  const formatPlaces = () => {
    if (placesLeft === null) return t('competitions.noLimit')
    return placesLeft === 0 ? t('competitions.full') : t('competitions.placesLeft', { count: placesLeft })
  }
  const details: [string, ReactNode][] = [
    [
      t('competitions.ages'),
      <ul key="ages" className={styles.ages}>
        {listLevelAges(competition).map(({ level, ...ages }) => (
          <li key={level}>
            {t(`teamFields.options.ageLevel.${level}`)}: {formatAgeRange(t, ages)}
          </li>
        ))}
      </ul>,
    ],
    [t('competitions.members'), formatPeopleCountRange(t, minMembers, maxMembers)],
    [t('competitions.coaches'), formatPeopleCountRange(t, minCoaches, maxCoaches)],
    [t('competitions.fee'), <bdi key="fee">{formatTeamFee(t, competition, lang)}</bdi>],
    ...(opensAt === null ? [] : [[t('competitions.page.opensAt'), formatDateTime(opensAt)] as [string, ReactNode]]),
    [t('competitions.page.closesAt'), closesAt === null ? t('competitions.noEnd') : formatDateTime(closesAt)],
    ...(isShownAsFull ? [] : [[t('competitions.page.places'), formatPlaces()] as [string, ReactNode]]),
  ]
  return (
    <section id={slug} className={styles.competition} aria-labelledby={`${slug}-name`}>
      <div className={styles.head}>
        <h2 id={`${slug}-name`} className={styles.name}>
          <bdi>{competition.name[lang]}</bdi>
        </h2>
        <span className={styles.state} data-open={canRegister}>
          {canRegister ? t('competitions.page.open') : formatClosedReason(t, competition, formatDateTime, now)}
        </span>
      </div>
      {description[lang] ? <p className={styles.description}>{description[lang]}</p> : null}
      <dl className={`${facts.facts} ${styles.details}`}>
        {details.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
      {competition.waitingListOpen ? <p>{t('competitions.waitingList')}</p> : null}
      <div className={styles.actions}>
        {canRegister ? (
          <SiteLink
            to={`/account/teams/new?competition=${encodeURIComponent(slug)}`}
            className={page.button ?? ''}
            aria-describedby={`${slug}-name`}
          >
            {t(competition.waitingListOpen ? 'competitions.page.joinWaitingList' : 'competitions.page.register')}
          </SiteLink>
        ) : null}
        {rulesLink ? (
          <a href={rulesLink} className={page.ghost} target="_blank" rel="noreferrer" aria-describedby={`${slug}-name`}>
            {t('competitions.page.rules')} <span className={styles.newTab}>({t('pages.events.newTab')})</span>
          </a>
        ) : null}
      </div>
    </section>
  )
}

/** Loads the texts of this page, which other public pages do not load. */
const loadCompetitionTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar' ? (await import('#i18n/ar-competitions.ts')).arCompetitions : (await import('#i18n/en-competitions.ts')).enCompetitions

const load = async (api: PublicApi, lang: Lang) => {
  const [competitions, texts] = await Promise.all([api.competitions.list().catch(() => null), loadCompetitionTexts(lang)])
  // server and browser decide by the same time what is closed
  return { competitions, texts, now: new Date().toISOString() }
}
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context), context.get(pageContext).lang)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context), getPageLanguage())

const sortOpenFirst = (competitions: readonly CompetitionWithPlaces[]) =>
  competitions.toSorted((one, other) => Number(canRegisterTeam(other)) - Number(canRegisterTeam(one)))

/** Shows the public page of the competitions, with a section for each. */
export default function CompetitionsPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const lang = useLang()
  const { timeZone, siteUrl, isRegistrationEnabled } = useRootData()
  useState(() => i18n.add(loaderData.texts))
  const { revalidate, state } = useRevalidator()
  const { competitions: loadedCompetitions, now } = loaderData
  const competitions = loadedCompetitions === null ? null : sortOpenFirst(loadedCompetitions)
  const path = '/competitions/'
  const site = { lang, siteUrl, siteName: t('name'), pageUrl: `${siteUrl}${localizePath(path, lang)}` }
  useLoadErrorToast(competitions === null)
  return (
    <>
      <PageMetadata
        title={t('competitions.page.title')}
        description={t('competitions.page.description')}
        path={path}
        {...(competitions && competitions.length > 0 ? { jsonLd: buildCompetitionsJsonLd(competitions, site) } : {})}
      />
      <PageTitle
        title={t('competitions.page.title')}
        text={t(isRegistrationEnabled ? 'competitions.page.text' : 'competitions.page.textClosed')}
      />
      <div className={`${page.wide} ${page.section}`}>
        {competitions === null ? (
          <LoadErrorMessage isRetrying={state !== 'idle'} onRetry={() => void revalidate()} />
        ) : competitions.length === 0 ? (
          <p className={page.empty}>{t('competitions.page.none')}</p>
        ) : (
          <>
            <div className={styles.list}>
              {competitions.map((competition) => (
                <CompetitionSection key={competition.id} competition={competition} now={now} />
              ))}
            </div>
            <p className={styles.note}>
              {t('competitions.page.timeZone', { zone: formatTimeZone(timeZone, lang, now) })}
              {isRegistrationEnabled ? ` ${t('competitions.page.account')}` : null}
            </p>
          </>
        )}
      </div>
    </>
  )
}
