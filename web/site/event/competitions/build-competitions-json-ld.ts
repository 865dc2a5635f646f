import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { formatGatewayAmount } from '#contract/money/money.ts'
import { getCompetitionPagePath } from '#contract/site/season-page-paths.ts'
import type { Language } from '#i18n/languages.ts'
import { canRegisterTeam } from '#web/shared/event/competitions/format-competition.ts'
import { localizePath } from '#web/shared/language.ts'

type Site = {
  lang: Language
  siteUrl: string
  siteName: string
}

/** Formats ages as schema.org writes them: `8-12`, `8-`; undefined without a limit. */
const formatTypicalAgeRange = ({ minAge, maxAge }: Pick<CompetitionWithPlaces, 'minAge' | 'maxAge'>) =>
  minAge === null && maxAge === null ? undefined : `${minAge ?? 0}-${maxAge ?? ''}`

/**
 * Builds the structured data of a competition: a schema.org educational event with its ages, fee and
 * registration period.
 */
export const buildCompetitionJsonLd = (
  competition: CompetitionWithPlaces,
  { lang, siteUrl, siteName }: Site,
) => {
  const { slug, name, description, minAge, maxAge, fee, currency, opensAt, closesAt } = competition
  const url = `${siteUrl}${localizePath(getCompetitionPagePath(slug), lang)}`
  return {
    '@type': 'EducationEvent',
    name: name[lang],
    description: description[lang] || undefined,
    inLanguage: lang,
    url,
    typicalAgeRange: formatTypicalAgeRange({ minAge, maxAge }),
    isAccessibleForFree: fee === 0,
    organizer: { '@type': 'Organization', name: siteName, url: siteUrl },
    offers: {
      '@type': 'Offer',
      url,
      price: formatGatewayAmount({ amount: fee, currency }),
      priceCurrency: currency,
      availability: `https://schema.org/${canRegisterTeam(competition) ? 'InStock' : 'SoldOut'}`,
      validFrom: opensAt ?? undefined,
      validThrough: closesAt ?? undefined,
    },
  }
}

/** Builds the structured data of the competitions page: a schema.org list of competitions. */
export const buildCompetitionsJsonLd = (competitions: readonly CompetitionWithPlaces[], site: Site) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: competitions.length,
  itemListElement: competitions.map((competition, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: buildCompetitionJsonLd(competition, site),
  })),
})
