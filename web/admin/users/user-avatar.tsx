import { IconUser } from '@tabler/icons-react'
import { Thumbnail } from '#web/admin/shared/thumbnail.tsx'

/** Shows the round avatar of a user. */
export function UserAvatar({ src }: { src: string | null }) {
  return <Thumbnail src={src} size={40} isRound icon={<IconUser size={22} stroke={1.5} aria-hidden />} />
}
