import { isUuid } from '#contract/platform/text.ts'

const maxSlugLength = 80

/** Words that a path uses in place of a slug. */
const reservedSlugs: ReadonlySet<string> = new Set(['scores', 'new', 'all'])

/**
 * Creates a slug from a title: at most 80 lowercase Latin letters, digits and hyphens. Returns `fallback` for
 * a title without any, and puts it before a reserved word or a UUID.
 */
export const toSlug = (title: string, fallback: string): string => {
  const slug = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '')
  if (slug === '') return fallback
  return reservedSlugs.has(slug) || isUuid(slug) ? `${fallback}-${slug}` : slug
}

/** Returns the first of `base`, `base-2`, `base-3` … that is not used. */
export const addNumberIfSlugUsed = (base: string, used: ReadonlySet<string>): string => {
  if (!used.has(base)) return base
  for (let number = 2; ; number++) if (!used.has(`${base}-${number}`)) return `${base}-${number}`
}
