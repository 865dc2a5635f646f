import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupRegionsByCountry } from '#web/site/support/group-regions-by-country.ts'

const region = (id: string, country: string) => ({
  id,
  slug: id,
  name: { en: id, ar: id },
  country,
  email: null,
  phone: null,
})

test('regions are grouped by country in the order of the list', () => {
  const [cairo, riyadh, giza] = [
    region('cairo', 'egypt'),
    region('riyadh', 'saudi-arabia'),
    region('giza', 'egypt'),
  ]
  expect(groupRegionsByCountry([cairo, riyadh, giza])).toEqual([
    { country: 'egypt', regions: [cairo, giza] },
    { country: 'saudi-arabia', regions: [riyadh] },
  ])
})

test('every region and every country appears once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('egypt', 'jordan', 'oman')), (countries) => {
      const regions = countries.map((country, at) => region(String(at), country))
      const groups = groupRegionsByCountry(regions)
      expect(new Set(groups.map(({ country }) => country)).size).toBe(groups.length)
      expect(
        groups.flatMap((group) => group.regions.map(({ id }) => Number(id))).sort((a, b) => a - b),
      ).toEqual(countries.map((_, at) => at))
      for (const group of groups) for (const each of group.regions) expect(each.country).toBe(group.country)
    }),
  )
})
