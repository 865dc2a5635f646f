import { useEffect, useRef, useState } from 'react'
import type { Partner } from '#contract/site/contents.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import styles from './partners.module.css'

const pause = 3500

/**
 * Shows the partners in a carousel: 1, 1 and 5 at a time from widths of 0, 600 and 1000, with a margin of 10
 * (specification, section 9). It moves by itself, but not under a pointer, not with the focus inside, not
 * once it was stopped, and never for those who asked for less motion.
 */
export function PartnerCarousel({ partners }: { partners: Omit<Partner, 'id'>[] }) {
  const { t, tAttribute } = useTranslation()
  const strip = useRef<HTMLUListElement>(null)
  const [stopped, setStopped] = useState(false)
  const held = useRef({ pointer: false, focus: false })

  const move = (by: 1 | -1) => {
    const element = strip.current
    const first = element?.firstElementChild
    if (!element || !first) return
    const step = first.getBoundingClientRect().width + 10
    const rtl = getComputedStyle(element).direction === 'rtl'
    const room = element.scrollWidth - element.clientWidth
    const at = Math.abs(element.scrollLeft)
    const to = by === 1 ? (at >= room - 4 ? 0 : at + step) : at <= 4 ? room : at - step
    const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ left: rtl ? -to : to, behavior: smooth ? 'smooth' : 'instant' })
  }
  const latest = useRef(move)
  latest.current = move
  useEffect(() => {
    if (stopped || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = window.setInterval(() => {
      if (!held.current.pointer && !held.current.focus && document.visibilityState === 'visible')
        latest.current(1)
    }, pause)
    return () => window.clearInterval(timer)
  }, [stopped])

  if (partners.length === 0) return null
  const hold = (by: 'pointer' | 'focus', value: boolean) => () => {
    held.current[by] = value
  }
  return (
    <PageSection
      id="partners"
      title={t('home.partners.title')}
      aside={
        <div className={styles.controls}>
          <button type="button" aria-label={t('home.partners.previous')} onClick={() => move(-1)}>
            <IconChevronLeft size={24} className={page.arrow} />
          </button>
          <button
            type="button"
            className={styles.stop}
            aria-label={t(stopped ? 'home.partners.play' : 'home.partners.pause')}
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? <IconPlayerPlay size={22} /> : <IconPlayerPause size={22} />}
          </button>
          <button type="button" aria-label={t('home.partners.next')} onClick={() => move(1)}>
            <IconChevronRight size={24} className={page.arrow} />
          </button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only holds the movement while it is looked at */}
      <div
        onPointerEnter={hold('pointer', true)}
        onPointerLeave={hold('pointer', false)}
        onFocus={hold('focus', true)}
        onBlur={hold('focus', false)}
      >
        <ul
          ref={strip}
          className={styles.strip}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
          tabIndex={0}
          aria-label={tAttribute('home.partners.carousel', { number: partners.length })}
        >
          {partners.map(({ name, image, link }) => {
            const logo = <img src={image} alt={name} width={240} height={120} loading="lazy" />
            return (
              <li key={`${name} ${image}`} className={styles.item}>
                {link ? (
                  <a href={link} target="_blank" rel="noopener noreferrer">
                    {logo}
                  </a>
                ) : (
                  logo
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </PageSection>
  )
}
