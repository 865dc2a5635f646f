import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import page from '#web/shared/ui/page.module.css'
import styles from './dialog.module.css'
import { FormError } from './form.tsx'
import { useSubmitRunner } from './use-submit.ts'

type Props = {
  title: string
  text?: string
  children: ReactNode
  /** The element: `close()` on it gives the focus back to what opened the dialog. */
  ref?: RefObject<HTMLDialogElement | null>
  onClose: () => void
}

/** Shows a modal dialog with a heading. */
export function Dialog({ title, text, children, ref, onClose }: Props) {
  const id = useId()
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
  useEffect(() => {
    dialog.current?.showModal()
  }, [dialog])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onClose={onClose}
    >
      <div>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {text ? (
          <p id={`${id}-text`} className={styles.text}>
            {text}
          </p>
        ) : null}
      </div>
      {children}
    </dialog>
  )
}

/** Shows the buttons of a dialog; the first is as wide as it can be. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

type ConfirmProps = {
  title: string
  text: string
  /** The texts of the two buttons. */
  action: string
  cancel: string
  /** The message when there is no connection. */
  offline: string
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks for a confirmation before a deletion, and shows why a deletion failed. */
export function ConfirmDialog({ title, text, action, cancel, offline, onConfirm, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { submitting, failure, submit } = useSubmitRunner({ offline, unknown: offline })
  return (
    <Dialog ref={dialog} title={title} text={text} onClose={onClose}>
      <FormError failure={failure} />
      <DialogActions>
        <button
          type="button"
          className={page.danger}
          aria-disabled={submitting}
          onClick={() => void submit(onConfirm)}
        >
          {action}
        </button>
        <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
          {cancel}
        </button>
      </DialogActions>
    </Dialog>
  )
}
