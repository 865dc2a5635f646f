import type { Region } from '#contract/region.ts'

export type CountryRegions = { country: string; regions: Region[] }

/** The regions of each country; countries and regions stand in the order in which they first come. */
export const groupRegionsByCountry = (regions: readonly Region[]): CountryRegions[] => {
  const found = new Map<string, Region[]>()
  for (const region of regions) found.set(region.country, [...(found.get(region.country) ?? []), region])
  return [...found].map(([country, regions]) => ({ country, regions }))
}
