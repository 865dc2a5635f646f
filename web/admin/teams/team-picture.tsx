import { IconUsersGroup } from '@tabler/icons-react'
import { Thumbnail } from '#web/admin/shared/thumbnail.tsx'

/** Shows the picture of a team. */
export function TeamPicture({ src, size }: { src: string | null; size: number }) {
  return <Thumbnail src={src} size={size} icon={<IconUsersGroup size={size * 0.5} stroke={1.5} aria-hidden />} />
}
