import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './form.module.css'
import personStyles from './person-fields.module.css'

type Props = {
  title: string
  name: string
  /** Whether the fields are below a summary, which opens them. They stay in the form while they are closed. */
  isCollapsible: boolean
  hasError: boolean
  /** How many fields are missing or wrong. */
  problemCount: number
  /** Undefined while the team has the minimum of people. */
  onRemove: (() => void) | undefined
  children: ReactNode
}

/** Shows the frame around the fields of a coach or member. A summary shows the name and what is missing; an error opens the fields. */
export function PersonFormSection({ title, name, isCollapsible, hasError, problemCount, onRemove, children }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (hasError) setOpen(true)
  }, [hasError])
  return (
    <fieldset className={personStyles.person}>
      <legend className={isCollapsible ? hidden.visuallyHidden : personStyles.personTitle}>{title}</legend>
      {onRemove ? (
        <button
          type="button"
          className={personStyles.remove}
          onClick={onRemove}
          aria-label={t('accountTeams.form.removeOf', { name: title })}
        >
          <IconTrash size={18} stroke={1.7} aria-hidden />
          {t('accountTeams.form.remove')}
        </button>
      ) : null}
      {isCollapsible ? (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className={personStyles.summary} data-removable={onRemove ? true : undefined}>
            <span className={personStyles.personTitle}>{title}</span>
            {open ? null : (
              <>
                {name.trim() ? <bdi className={styles.strong}>{name}</bdi> : null}
                <span className={styles.hint}>
                  {problemCount > 0 ? t('accountTeams.form.summary.missing', { count: problemCount }) : t('accountTeams.card.complete')}
                </span>
              </>
            )}
          </summary>
          <div className={personStyles.personContent}>{children}</div>
        </details>
      ) : (
        children
      )}
    </fieldset>
  )
}
