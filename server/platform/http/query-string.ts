import { parse } from 'node:querystring'

/**
 * Parses the query of a URL. An empty value (`page=&s=`) is no value. All parameters are read, not only the first
 * 1,000, because the key of a cached reply has all of them, too.
 */
export const parseNonEmptyQueryValues = (text: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [key, given] of Object.entries(parse(text, '&', '=', { maxKeys: 0 }))) {
    const values = [given ?? []].flat().filter((value) => value !== '')
    const [value] = values
    if (value !== undefined) query[key] = values.length === 1 ? value : values
  }
  return query
}
