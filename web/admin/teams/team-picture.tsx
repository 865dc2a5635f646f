import { IconUsersGroup } from '@tabler/icons-react'
import styles from './teams.module.css'

/** Shows the picture of a team, shown beside its name. */
export function TeamPicture({ src, size = 44 }: { src: string | null; size?: number }) {
  return (
    <span className={styles.picture} style={{ inlineSize: size, blockSize: size }}>
      {src ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" />
      ) : (
        <IconUsersGroup size={size * 0.5} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}
