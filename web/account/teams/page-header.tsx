import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import styles from './page.module.css'

/** `part` is for pages within the account layout, which has the main title. */
type Props = { title: string; back?: boolean; intro?: string; part?: boolean; children?: ReactNode }

/** Shows the header of a team page: link back, title and actions. */
export function TeamPageHeader({ title, back = false, intro, part = false, children }: Props) {
  const { t } = useTranslation()
  const Title = part ? 'h2' : 'h1'
  return (
    <div className={styles.top}>
      <NoindexPageMetadata title={title} />
      {back ? (
        <SiteLink to="/account/" className={page.more ?? ''}>
          <IconArrowLeft size={18} stroke={2} className={page.arrow} aria-hidden />
          {t('accountTeams.view.back')}
        </SiteLink>
      ) : null}
      <div className={styles.titleRow}>
        <Title className={styles.title}>
          <bdi>{title}</bdi>
        </Title>
        {children}
      </div>
      {intro ? <p className={styles.intro}>{intro}</p> : null}
    </div>
  )
}
