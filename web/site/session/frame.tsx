import type { ReactNode } from 'react'
import { mark } from '#web/assets/mark.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LanguageLink } from '#web/shared/ui/language-link.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Star } from '#web/shared/ui/star.tsx'
import styles from './frame.module.css'

type Props = {
  title: string
  intro?: string | undefined
  children: ReactNode /** The whole screen is the frame's: it brings its own `main`. */
  whole?: boolean
}

/** The frame of all pages around signing in: the night sky of stars on one side (on top on phones), one card with one task on the other. */
export function SessionFrame({ title, intro, children, whole = false }: Props) {
  const { t } = useTranslation()
  const Card = whole ? 'main' : 'div'
  return (
    <div className={whole ? `${styles.frame} ${styles.whole}` : styles.frame}>
      <div className={styles.art} aria-hidden="true">
        <svg className={styles.star} viewBox={mark.viewBox} aria-hidden="true">
          <g className={styles.lines}>
            <path d={mark.outline} strokeWidth="1.2" />
            <path d={mark.traces} strokeWidth="0.9" />
          </g>
          <path d={mark.pads} fill="currentColor" />
          <circle cx={mark.core.cx} cy={mark.core.cy} r={mark.core.r} className={styles.core} />
        </svg>
      </div>
      <Card className={styles.side} id={whole ? 'content' : undefined}>
        {whole ? (
          <div className={styles.bar}>
            <SiteLink to="/" className={styles.brand}>
              <Star size={28} core="var(--sun)" />
              {t('name')}
            </SiteLink>
            <LanguageLink className={styles.language} />
          </div>
        ) : null}
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          {intro ? <p className={styles.intro}>{intro}</p> : null}
          {children}
        </div>
      </Card>
    </div>
  )
}
