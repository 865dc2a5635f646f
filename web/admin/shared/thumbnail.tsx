import type { ReactNode } from 'react'
import styles from './thumbnail.module.css'

type Props = { src: string | null; size: number; isRound?: boolean; icon: ReactNode }

/** Shows a small picture, or `icon` when there is none. It is decorative, because the name is shown beside it. */
export function Thumbnail({ src, size, isRound = false, icon }: Props) {
  return (
    <span className={isRound ? `${styles.thumbnail} ${styles.round}` : styles.thumbnail} style={{ inlineSize: size, blockSize: size }}>
      {src ? <img src={src} alt="" width={size} height={size} loading="lazy" /> : icon}
    </span>
  )
}
