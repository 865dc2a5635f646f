import { IconCheck, IconClockHour4, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './payment.module.css'

type Tone = 'plain' | 'good' | 'bad'
const icons = { plain: IconClockHour4, good: IconCheck, bad: IconX }

/** Shows the result of a payment as the main heading of its page, with an icon and, below the title, the amount. The heading gets the focus. */
export function PaymentResult({ title, text, tone, children }: { title: string; text: string; tone: Tone; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Icon = icons[tone]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another result
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <div className={`${styles.result} ${styles[tone]}`}>
      <span className={styles.resultIcon}>
        <Icon size={36} stroke={2.4} aria-hidden />
      </span>
      <h1 className={styles.messageTitle} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      <p>{text}</p>
    </div>
  )
}

/** Shows a message instead of the payment. Its heading gets the focus. */
export function PaymentMessage({
  title,
  text,
  tone = 'plain',
  children,
}: {
  title: string
  text: string
  tone?: Tone
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
