import type { ReactNode } from 'react'
import page from '#web/shared/ui/page.module.css'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import styles from './payment.module.css'
import { PaymentPageMetadata } from './payment-page-metadata.tsx'

/** Layout of the payment pages: a title and one card. */
export function PaymentLayout({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <PaymentPageMetadata title={title} />
      <PageTitle title={title} text={text} />
      <div className={`${page.wide} ${page.section} ${styles.page}`}>
        <div className={styles.card}>{children}</div>
      </div>
    </>
  )
}
