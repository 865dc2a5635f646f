import { useEffect, useId, useRef, useState } from 'react'
import fields from '#web/shared/forms/field.module.css'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './dialog.module.css'

type Props = {
  title: string
  text: string
  action: string
  /** Throws words when it was refused. */
  onConfirm: () => Promise<void>
  onClose: () => void
  problemOf: (error: unknown) => string
}

/** Asks before something is gone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose, problemOf }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const confirm = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`} aria-describedby={`${id}text`} onClose={onClose}>
      <h2 id={`${id}title`} className={styles.title}>
        {title}
      </h2>
      <p id={`${id}text`} className={styles.text}>
        {text}
      </p>
      <div role="alert">{problem ? <p className={fields.problem}>{problem}</p> : null}</div>
      <div className={styles.actions}>
        <button type="button" className={styles.danger} aria-disabled={busy} onClick={() => void confirm()}>
          {action}
        </button>
        <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
          {t('ownTeams.view.cancel')}
        </button>
      </div>
    </dialog>
  )
}
