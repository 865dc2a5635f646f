import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { getCompetitionPagePath } from '#contract/site/season-page-paths.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { canRegisterTeam } from '#web/shared/event/competitions/format-competition.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LoadErrorMessage } from '#web/shared/ui/load-error-message.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { useLoadErrorToast } from '#web/shared/ui/toast.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/competitions-page.ts'
import { buildCompetitionsJsonLd } from './build-competitions-json-ld.ts'
import { DecorativeCompetitionBanner } from './competition-banner.tsx'
import {
  CompetitionConditionsList,
  CompetitionRegisterAndRulesLinks,
  CompetitionRegistrationState,
} from './competition-details.tsx'
import styles from './competitions.module.css'

/**
 * Shows what a team needs to know of a competition, with links to its page and to the form. `now` (ISO 8601)
 * decides what is closed.
 */
function CompetitionSection({ competition, now }: { competition: CompetitionWithPlaces; now: string }) {
  const lang = useLang()
  const { slug, name, description } = competition
  return (
    <section id={slug} className={styles.competition} aria-labelledby={`${slug}-name`}>
      <div className={styles.banner}>
        <DecorativeCompetitionBanner slug={slug} />
      </div>
      <div className={styles.head}>
        <h2 id={`${slug}-name`} className={styles.name}>
          <LocalizedLink to={getCompetitionPagePath(slug)}>
            <Bdi>{name[lang]}</Bdi>
          </LocalizedLink>
        </h2>
        <CompetitionRegistrationState competition={competition} now={now} />
      </div>
      {description[lang] ? <p className={styles.description}>{description[lang]}</p> : null}
      <CompetitionConditionsList competition={competition} now={now} />
      <CompetitionRegisterAndRulesLinks competition={competition} nameId={`${slug}-name`} />
    </section>
  )
}

/** Loads the texts of this page, which other public pages do not load. */
const loadCompetitionTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar'
    ? (await import('#i18n/ar-competitions.ts')).arCompetitions
    : (await import('#i18n/en-competitions.ts')).enCompetitions

const load = async (api: PublicApi, lang: Lang) => {
  const [competitions, texts] = await Promise.all([
    api.competitions.list().catch(() => null),
    loadCompetitionTexts(lang),
  ])
  // server and browser decide by the same time what is closed
  return { competitions, texts, now: new Date().toISOString() }
}
export const loader = ({ context }: Route.LoaderArgs) =>
  load(getLoaderApi(context), context.get(pageContext).lang)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), getPageLanguage())

const sortOpenFirst = (competitions: readonly CompetitionWithPlaces[]) =>
  competitions.toSorted((one, other) => Number(canRegisterTeam(other)) - Number(canRegisterTeam(one)))

/** Shows the public page of the competitions, with a section for each. */
export default function CompetitionsPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const lang = useLang()
  const { siteUrl, isRegistrationEnabled } = useRootData()
  useState(() => i18n.add(loaderData.texts))
  const { revalidate, state } = useRevalidator()
  const { competitions: loadedCompetitions, now } = loaderData
  const competitions = loadedCompetitions === null ? null : sortOpenFirst(loadedCompetitions)
  const path = '/competitions/'
  const site = { lang, siteUrl, siteName: t('name') }
  useLoadErrorToast(competitions === null)
  return (
    <>
      <PageMetadata
        title={t('competitions.page.title')}
        description={t('competitions.page.description')}
        path={path}
        {...(competitions && competitions.length > 0
          ? { jsonLd: buildCompetitionsJsonLd(competitions, site) }
          : {})}
      />
      <PageTitleBand
        title={t('competitions.page.title')}
        text={
          competitions?.length === 0
            ? t('competitions.page.none')
            : t(isRegistrationEnabled ? 'competitions.page.text' : 'competitions.page.textClosed')
        }
      />
      <div className={`${page.wide} ${page.section}`}>
        {competitions === null ? (
          <LoadErrorMessage isRetrying={state !== 'idle'} onRetry={() => void revalidate()} />
        ) : competitions.length === 0 ? (
          <p>
            <LocalizedLink to="/contact-us/" className={page.button ?? ''}>
              {t('nav.contact')}
            </LocalizedLink>
          </p>
        ) : (
          <>
            <div className={styles.list}>
              {competitions.map((competition) => (
                <CompetitionSection key={competition.id} competition={competition} now={now} />
              ))}
            </div>
            {isRegistrationEnabled ? <p className={styles.note}>{t('competitions.page.account')}</p> : null}
          </>
        )}
      </div>
    </>
  )
}
