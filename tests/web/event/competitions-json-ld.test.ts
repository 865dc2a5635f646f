import { expect, it } from 'vitest'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { buildCompetitionsJsonLd } from '#web/site/event/competitions/build-competitions-json-ld.ts'
import { competition as storedCompetition } from '../../support/browser/account-teams.ts'

const competition: CompetitionWithPlaces = {
  ...storedCompetition,
  name: { en: 'RoboMission', ar: 'روبو ميشن' },
  description: { en: 'Missions on a field', ar: '' },
  maxAge: null,
  fee: 15_050,
  opensAt: '2026-09-01T00:00:00.000Z',
  closesAt: null,
}
const site = { siteUrl: 'https://botola.test', siteName: 'Botola' }
const list = (lang: 'en' | 'ar', competitions: CompetitionWithPlaces[]) =>
  JSON.parse(JSON.stringify(buildCompetitionsJsonLd(competitions, { ...site, lang })))

it('lists each competition with its ages, fee and registration period', () => {
  const { '@type': type, numberOfItems, itemListElement } = list('en', [competition])
  expect([type, numberOfItems]).toEqual(['ItemList', 1])
  expect(itemListElement).toEqual([
    {
      '@type': 'ListItem',
      position: 1,
      item: {
        '@type': 'EducationEvent',
        name: 'RoboMission',
        description: 'Missions on a field',
        inLanguage: 'en',
        url: 'https://botola.test/competitions/robo_mission/',
        typicalAgeRange: '8-',
        isAccessibleForFree: false,
        organizer: { '@type': 'Organization', name: 'Botola', url: 'https://botola.test' },
        offers: {
          '@type': 'Offer',
          url: 'https://botola.test/competitions/robo_mission/',
          price: '150.50',
          priceCurrency: 'SAR',
          availability: 'https://schema.org/InStock',
          validFrom: '2026-09-01T00:00:00.000Z',
        },
      },
    },
  ])
})

it('leaves out an empty description and ages without limits, and marks free and full competitions', () => {
  const [{ item }] = list('ar', [{ ...competition, fee: 0, minAge: null, placesLeft: 0 }]).itemListElement
  expect(item).toMatchObject({
    name: 'روبو ميشن',
    isAccessibleForFree: true,
    offers: { price: '0.00', availability: 'https://schema.org/SoldOut' },
  })
  expect(item).not.toHaveProperty('description')
  expect(item).not.toHaveProperty('typicalAgeRange')
})
