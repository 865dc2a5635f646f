import type { CompetitionWithPlaces } from '#contract/competition.schema.ts'
import { formatGatewayAmount } from '#contract/rules/money.ts'
import type { Language } from '#i18n/languages.ts'
import { canRegisterTeam } from '#web/shared/competitions/format-competition.ts'

type Site = {
  lang: Language
  /** The address of the page in this language. */
  pageUrl: string
  siteUrl: string
  siteName: string
}

/** Formats ages as schema.org writes them: `8-12`, `8-`; undefined without a limit. */
const formatTypicalAgeRange = ({ minAge, maxAge }: Pick<CompetitionWithPlaces, 'minAge' | 'maxAge'>) =>
  minAge === null && maxAge === null ? undefined : `${minAge ?? 0}-${maxAge ?? ''}`

/** Builds the structured data of the competitions page: a schema.org list of educational events, each with its ages, fee and registration period. */
export const buildCompetitionsJsonLd = (competitions: readonly CompetitionWithPlaces[], { lang, pageUrl, siteUrl, siteName }: Site) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: competitions.length,
  itemListElement: competitions.map((competition, index) => {
    const { slug, name, description, minAge, maxAge, fee, currency, opensAt, closesAt } = competition
    const url = `${pageUrl}#${encodeURIComponent(slug)}`
    return {
      '@type': 'ListItem',
      position: index + 1,
      item: {
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
      },
    }
  }),
})
