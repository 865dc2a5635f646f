import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/texts.ts'
import page from '#web/ui/page.module.css'
import { SiteLink } from '#web/ui/site-link.tsx'
import styles from './page.module.css'

type Props = { title: string; back?: boolean; intro?: string; children?: ReactNode }

/** The head of one of these pages: the way back, the title, what can be done. */
export function PageTop({ title, back = false, intro, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.top}>
      {/* an own team's name is nothing for a search engine */}
      <title>{`${title} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
      {back ? (
        <SiteLink to="/account/" className={page.more ?? ''}>
          <IconArrowLeft size={18} stroke={2} className={page.arrow} aria-hidden />
          {t('ownTeams.view.back')}
        </SiteLink>
      ) : null}
      <div className={styles.titleRow}>
        <h1 className={styles.title}>
          <bdi>{title}</bdi>
        </h1>
        {children}
      </div>
      {intro ? <p className={styles.intro}>{intro}</p> : null}
    </div>
  )
}
