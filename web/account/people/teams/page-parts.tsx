import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconArrowLeft } from '#web/shared/ui/icons.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import styles from './page.module.css'

/** Shows a loading error with a button to try again. */
export function LoaderErrorAlert({ title, problem }: { title: string; problem: ApiError }) {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  return (
    <div className={page.empty} role="alert">
      <p>{title}</p>
      <p>{problem.code === 'offline' ? t('accountTeams.offline') : problem.message}</p>
      <button
        type="button"
        className={page.ghost}
        aria-disabled={state === 'loading'}
        onClick={() => void revalidate()}
      >
        {t('retry')}
      </button>
    </div>
  )
}

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
        <LocalizedLink to="/account/" className={page.more ?? ''}>
          <IconArrowLeft size={18} stroke={2} className={page.arrow} aria-hidden />
          {t('accountTeams.view.back')}
        </LocalizedLink>
      ) : null}
      <div className={styles.titleRow}>
        <Title className={styles.title}>
          <Bdi>{title}</Bdi>
        </Title>
        {children}
      </div>
      {intro ? <p className={styles.intro}>{intro}</p> : null}
    </div>
  )
}
