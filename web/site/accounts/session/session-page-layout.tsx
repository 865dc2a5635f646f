import type { ReactNode } from 'react'
import type { SignInArea } from '#contract/accounts/session.ts'
import { logo } from '#contract/site/logo.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LanguageSwitchAndSaveLink, LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { SiteLogo } from '#web/shared/ui/logo.tsx'
import styles from './session-page-layout.module.css'

type Props = {
  title: string
  intro?: string | undefined
  children: ReactNode
  /** The page has no header: the frame fills the screen and brings its own `main`. */
  fullScreen?: boolean
}

/**
 * Shows the frame of all pages around signing in: the night sky of stars on one side (on top on phones), one
 * card with one task on the other.
 */
export function SessionPageLayout({ title, intro, children, fullScreen = false }: Props) {
  const { t } = useTranslation()
  const Card = fullScreen ? 'main' : 'div'
  return (
    <div className={fullScreen ? `${styles.frame} ${styles.fullScreen}` : styles.frame}>
      <div className={styles.art} aria-hidden="true">
        <svg className={styles.star} viewBox={logo.viewBox} aria-hidden="true">
          <g className={styles.lines}>
            <path d={logo.outline} strokeWidth="1.2" />
            <path d={logo.traces} strokeWidth="0.9" />
          </g>
          <path d={logo.pads} fill="currentColor" />
          <circle cx={logo.core.cx} cy={logo.core.cy} r={logo.core.r} className={styles.core} />
        </svg>
      </div>
      <Card className={styles.side} id={fullScreen ? 'content' : undefined}>
        {fullScreen ? (
          <div className={styles.bar}>
            <LocalizedLink to="/" className={styles.brand}>
              <SiteLogo size={28} />
              {t('name')}
            </LocalizedLink>
            <LanguageSwitchAndSaveLink className={styles.language} />
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

/** Shows a link to the sign-in page of an area. */
export function BackToSignInLink({ area }: { area: SignInArea }) {
  const { t } = useTranslation()
  return (
    <LocalizedLink to={area === 'admin' ? '/admin/auth/signin/' : '/login/'}>
      {t('session.backToSignIn')}
    </LocalizedLink>
  )
}
