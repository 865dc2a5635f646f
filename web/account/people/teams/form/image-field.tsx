import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { imageTypes } from '#contract/site/media-format.ts'
import { FieldFrame, type FieldTexts, getFieldAriaProps } from '#web/shared/forms/fields.tsx'
import { validateAndShrinkImage } from '#web/shared/forms/prepare-image.ts'
import { useObjectUrl } from '#web/shared/forms/use-object-url.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPhoto } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './file-field.module.css'
import { toFieldElementId } from './form-problems.ts'
import personStyles from './person-fields.module.css'

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
function FileField({
  label,
  note,
  hint,
  error,
  id,
  ref,
  accept,
  button,
  fileName,
  onFile,
  preview,
  children,
}: FileFieldProps) {
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

/** A new file; null removes the stored image, undefined leaves it. */
export type ImageChange = File | null | undefined

type Props = {
  field: string
  label: string
  value: ImageChange
  /** The image that is stored. */
  stored: string | null
  onPick: (value: ImageChange) => void
  error?: string | undefined
  round?: boolean
}

/** Shows an image input with a preview. Scales large photos, and rejects what the server would reject. */
export function TeamImagePickerField({ field, label, value, stored, onPick, error, round = false }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<'picture-too-large' | 'bad-picture'>()
  const preview = useObjectUrl(value)
  const shown = value === null ? undefined : (preview ?? stored ?? undefined)
  const problem = refused ? t(`fieldErrors.${refused}`) : error
  const picked = useRef<File>(undefined)
  const pick = async (file: File) => {
    picked.current = file
    const prepared = await validateAndShrinkImage(file)
    // another file was chosen, or the image removed, while this one was scaled
    if (picked.current !== file) return
    setRefused(prepared instanceof File ? undefined : prepared)
    if (prepared instanceof File) onPick(prepared)
  }
  const remove = () => {
    picked.current = undefined
    setRefused(undefined)
    onPick(stored ? null : undefined)
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  return (
    <FileField
      ref={input}
      id={toFieldElementId(field)}
      label={label}
      note={t('accountTeams.form.optional')}
      hint={t('accountTeams.form.picture.hint')}
      error={problem}
      accept={imageTypes.join(',')}
      button={t(shown ? 'accountTeams.form.picture.change' : 'accountTeams.form.picture.choose')}
      fileName={value?.name}
      onFile={(file) => void pick(file)}
      preview={
        <div className={round ? `${personStyles.preview} ${personStyles.round}` : personStyles.preview}>
          {shown ? (
            <img src={shown} alt="" onError={() => value && setRefused('bad-picture')} />
          ) : (
            <IconPhoto size={30} stroke={1.3} aria-hidden />
          )}
        </div>
      }
    >
      {shown ? (
        <button type="button" className={page.textButton} onClick={remove}>
          {t('accountTeams.form.picture.remove')}
        </button>
      ) : null}
    </FileField>
  )
}
