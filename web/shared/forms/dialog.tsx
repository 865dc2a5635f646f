import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

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
