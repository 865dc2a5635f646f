import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'

/** Loaded when the visitor opens it. */
const TimeMachine = lazy(() => import('./time-machine.tsx'))

/** Shows a button that opens the ranking of a past event at earlier times. */
export function EarlierRankingToggle({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <div style={{ marginBlockStart: 20 }}>
      <button
        type="button"
        ref={button}
        className={page.ghost}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('scores.openTimeMachine')}
      </button>
      {isOpen ? (
        <Suspense>
          <TimeMachine slug={slug} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
