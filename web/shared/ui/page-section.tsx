import { type ReactNode, useId } from 'react'
import styles from './page.module.css'

type Props = {
  title: string
  /** A short text above the title. */
  above?: string
  intro?: string
  aside?: ReactNode
  sand?: boolean
  id?: string
  children: ReactNode
}

/** Shows a section of a page with a heading. */
export function PageSection({ title, above, intro, aside, sand = false, id, children }: Props) {
  const heading = useId()
  return (
    <section className={`${styles.section} ${sand ? styles.sand : ''}`} aria-labelledby={heading} id={id}>
      <div className={styles.wide}>
        <div className={styles.head}>
          <div>
            {above ? <p className={styles.above}>{above}</p> : null}
            <h2 className={styles.title} id={heading}>
              {title}
            </h2>
            {intro ? <p className={styles.intro}>{intro}</p> : null}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  )
}
