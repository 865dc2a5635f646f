import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './payment.module.css'

/** Shows a message instead of the payment. Its heading gets the focus. */
export function PaymentMessage({
  title,
  text,
  tone = 'plain',
  children,
}: {
  title: string
  text: string
  tone?: 'plain' | 'good' | 'bad'
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another message
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <div className={`${styles.message} ${styles[tone]}`}>
      <h2 className={styles.messageTitle} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  )
}

/** Shows that the payment is being loaded. */
export function PaymentLoadingMessage() {
  const { t } = useTranslation()
  return (
    <p role="status" className={styles.waiting}>
      {t('payment.waiting')}
    </p>
  )
}
