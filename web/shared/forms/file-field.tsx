import { type ReactNode, type RefObject, useId } from 'react'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { FieldFrame, type FieldTexts, getFieldAriaProps } from './field.tsx'
import styles from './file-field.module.css'

type FileFieldProps = FieldTexts & {
  id?: string
  ref?: RefObject<HTMLInputElement | null>
  accept: string
  /** The text of the button. The browser's own button would have the language of the browser. */
  button: string
  fileName?: string | undefined
  onFile: (file: File) => void
  /** Shown beside the button: the chosen file. */
  preview?: ReactNode
  /** Shown below the button: what else the user can do. */
  children?: ReactNode
}

/** Shows a file input with a preview. */
export function FileField({ label, note, hint, error, id, ref, accept, button, fileName, onFile, preview, children }: FileFieldProps) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <FieldFrame id={fieldId} label={label} note={note} error={error}>
      <div className={styles.file}>
        {preview}
        <div className={styles.tools}>
          <input
            ref={ref}
            {...getFieldAriaProps(fieldId, { label, error, hint })}
            type="file"
            accept={accept}
            className={hidden.visuallyHidden}
            onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
          />
          <label htmlFor={fieldId} className={styles.button}>
            {button}
          </label>
          {hint ? (
            <p id={`${fieldId}-hint`} className={styles.hint}>
              {hint}
            </p>
          ) : null}
          {fileName ? (
            <p className={styles.fileName} dir="auto">
              {fileName}
            </p>
          ) : null}
          {children}
        </div>
      </div>
    </FieldFrame>
  )
}
