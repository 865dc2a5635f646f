import { IconUser } from '@tabler/icons-react'
import styles from './users.module.css'

/** Shows the round avatar of a user, with an icon when there is none. It is decorative, because the name is shown beside it. */
export function UserAvatar({ src, size = 40 }: { src: string | null; size?: number }) {
  return (
    <span className={styles.picture} style={{ inlineSize: size, blockSize: size }}>
      {src ? <img src={src} alt="" width={size} height={size} loading="lazy" /> : <IconUser size={size * 0.55} stroke={1.5} aria-hidden />}
    </span>
  )
}
