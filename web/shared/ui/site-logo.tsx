import { useRootData } from '#web/shared/language.ts'
import { Star } from './star.tsx'

/** Shows the logo of the site: the uploaded picture, or the standard star. Decorative. */
export function SiteLogo({ size }: { size: number }) {
  const { logo } = useRootData().brand
  return logo ? (
    <img src={logo} alt="" width={size} height={size} style={{ objectFit: 'contain' }} decoding="async" />
  ) : (
    <Star size={size} core="var(--sun)" />
  )
}
