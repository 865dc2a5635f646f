import { useRootData } from '#web/shared/language.ts'
import { Star } from './star.tsx'

/** Shows the logo of the site: the uploaded picture, or the standard star, with `lines` without filled areas. Decorative. */
export function SiteLogo({ size, lines = false }: { size: number; lines?: boolean }) {
  const { logo } = useRootData().brand
  return logo ? (
    <img src={logo} alt="" width={size} height={size} style={{ objectFit: 'contain' }} decoding="async" />
  ) : (
    <Star size={size} lines={lines} {...(lines ? {} : { core: 'var(--sun)' })} />
  )
}
