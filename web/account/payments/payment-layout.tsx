import type { ReactNode } from 'react'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import styles from './payment.module.css'

/** Shows the layout of the payment pages: a title and one card. */
export function PaymentLayout({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <NoindexPageMetadata title={title} />
      <PageTitle title={title} text={text} />
      <div className={`${page.wide} ${page.section} ${styles.page}`}>
        <div className={styles.card}>{children}</div>
      </div>
    </>
  )
}
