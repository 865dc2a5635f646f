const maxSlugLength = 80
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Words that stand at the place of a slug in some path. */
const reservedSlugs: ReadonlySet<string> = new Set(['scores', 'new', 'all'])

/** A title as part of an address: small Latin letters, digits and hyphens, at most 80. `fallback` stands for a title without any, and before one that would be mistaken. */
export const createSlug = (title: string, fallback: string): string => {
  const slug = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '')
  if (slug === '') return fallback
  return reservedSlugs.has(slug) || uuid.test(slug) ? `${fallback}-${slug}` : slug
}

/** The first of `base`, `base-2`, `base-3` … that is not in use. */
export const findUnusedSlug = (base: string, used: ReadonlySet<string>): string => {
  if (!used.has(base)) return base
  for (let number = 2; ; number++) if (!used.has(`${base}-${number}`)) return `${base}-${number}`
}
