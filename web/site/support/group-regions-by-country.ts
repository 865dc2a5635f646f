import type { Region } from '#contract/site/contents.schema.ts'

type CountryRegions = { country: string; regions: Region[] }

/** Groups regions by country. Countries and regions keep the order of their first occurrence. */
export const groupRegionsByCountry = (regions: readonly Region[]): CountryRegions[] => {
  const found = new Map<string, Region[]>()
  for (const region of regions) found.set(region.country, [...(found.get(region.country) ?? []), region])
  return [...found].map(([country, regions]) => ({ country, regions }))
}
