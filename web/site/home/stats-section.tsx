import { useEffect, useRef } from 'react'
import type { Settings } from '#contract/platform/settings.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './stats.module.css'

/** The counters of the specification, used when the settings cannot be loaded. */
const fixed: Settings['counters'] = {
  players: '20906',
  sessions: '500K+',
  countries: '10+',
  downloads: '30K+',
}
const names = ['players', 'sessions', 'countries', 'downloads'] as const

/**
 * Shows a counter that counts up when it becomes visible. The final number is rendered from the start, so
 * that it needs no layout shift and no script.
 */
function Counter({ text }: { text: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = element.current
    const [, before = '', digits, after = ''] = /^(\D*)(\d+)(.*)$/.exec(text) ?? []
    if (!shown || !digits || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const run = () => {
      const begun = performance.now()
      const step = (now: number) => {
        const part = Math.min(1, (now - begun) / 1100)
        shown.textContent = `${before}${Math.round(Number(digits) * (1 - (1 - part) ** 3))}${after}`
        if (part < 1) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    }
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      run()
    })
    watcher.observe(shown)
    return () => {
      watcher.disconnect()
      cancelAnimationFrame(frame)
      shown.textContent = text
    }
  }, [text])
  return (
    <span className={styles.room}>
      <span className={styles.whole}>{text}</span>
      <span className={styles.running} ref={element} aria-hidden="true">
        {text}
      </span>
    </span>
  )
}

/** Shows a section with the counters of the site. */
export function SiteCountersSection({ counters = fixed }: { counters?: Settings['counters'] | undefined }) {
  const { t } = useTranslation()
  return (
    <section className={styles.band} aria-label={t('home.stats.title')}>
      <dl className={`${page.wide} ${styles.list}`}>
        {names.map((name) => (
          <div key={name} className={styles.item}>
            <dt className={styles.name}>{t(`home.stats.${name}`)}</dt>
            <dd className={styles.figure} dir="ltr">
              <Counter text={counters[name] || fixed[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
