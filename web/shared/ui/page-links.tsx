import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from './localized-link.tsx'
import styles from './page-links.module.css'

type Props = {
  /** Names the list for screen readers. */
  label: string
  page: number
  perPage: number
  total: number
  getPath: (page: number) => string
}

/** Shows links to the previous and the next page of a list. Renders nothing for a list of one page. */
export function PageLinks({ label, page, perPage, total, getPath }: Props) {
  const { t } = useTranslation()
  const pageCount = Math.ceil(total / perPage)
  if (pageCount <= 1 && page === 1) return null
  const link = (name: string, to: number, path: string) => {
    const arrow = (
      <svg className={styles.arrow} viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    )
    if (to < 1 || to > pageCount) return <span className={styles.step}>{arrow}</span>
    return (
      <LocalizedLink to={getPath(to)} className={styles.step ?? ''} aria-label={name}>
        {arrow}
      </LocalizedLink>
    )
  }
  return (
    <nav className={styles.pages} aria-label={label}>
      {link(t('scores.previous'), page - 1, 'M12 5l-5 5 5 5')}
      <span>{t('scores.page', { page, pages: pageCount })}</span>
      {link(t('scores.next'), page + 1, 'M8 5l5 5-5 5')}
    </nav>
  )
}
