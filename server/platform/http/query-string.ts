import { parse } from 'node:querystring'

/** Parses the query of a URL. An empty value (`page=&s=`) is no value. */
export const parseNonEmptyQueryValues = (text: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [key, given] of Object.entries(parse(text))) {
    const values = [given ?? []].flat().filter((value) => value !== '')
    const [value] = values
    if (value !== undefined) query[key] = values.length === 1 ? value : values
  }
  return query
}
