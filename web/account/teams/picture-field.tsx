import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import fields from '#web/shared/forms/field.module.css'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './form.module.css'
import { fieldId } from './parts.tsx'

/** A picked file; null takes the stored picture away, undefined leaves it. */
export type Picked = File | null | undefined

type Props = {
  field: string
  label: string
  value: Picked
  /** The picture that is stored. */
  stored: string | null
  onPick: (value: Picked) => void
  error?: string | undefined
  round?: boolean
}

const kinds = ['image/jpeg', 'image/png', 'image/gif']
const mostBytes = 10 * 1024 * 1024

/** Picks a picture and shows it before it is sent. What cannot be sent is told at once; the server looks at what it is. */
export function PictureField({ field, label, value, stored, onPick, error, round = false }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string>()
  const [refused, setRefused] = useState<'picture-too-large' | 'bad-picture'>()
  useEffect(() => {
    if (!value) return setPreview(undefined)
    const url = URL.createObjectURL(value)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [value])
  const id = fieldId(field)
  const shown = value === null ? undefined : (preview ?? stored ?? undefined)
  const problem = refused ? t(`fieldErrors.${refused}`) : error
  const pick = (file: File | undefined) => {
    if (!file) return
    const wrong = !kinds.includes(file.type) ? 'bad-picture' : file.size > mostBytes ? 'picture-too-large' : undefined
    setRefused(wrong)
    if (!wrong) onPick(file)
  }
  const remove = () => {
    setRefused(undefined)
    onPick(stored ? null : undefined)
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  return (
    <div>
      <label className={fields.label} htmlFor={id}>
        {label}
        <span className={fields.hint}> ({t('ownTeams.form.optional')})</span>
      </label>
      <div className={styles.picture}>
        <div className={round ? `${styles.preview} ${styles.round}` : styles.preview}>
          {shown ? (
            <img src={shown} alt="" onError={() => value && setRefused('bad-picture')} />
          ) : (
            <IconPhoto size={30} stroke={1.3} aria-hidden />
          )}
        </div>
        <div className={styles.pictureTools}>
          <input
            ref={input}
            type="file"
            id={id}
            accept={kinds.join(',')}
            className={page.unseen}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error ${id}-hint` : `${id}-hint`}
            onChange={(event) => pick(event.currentTarget.files?.[0])}
          />
          {/* the browser's own button speaks the language of the browser */}
          <label htmlFor={id} className={styles.choose}>
            {t(shown ? 'ownTeams.form.picture.change' : 'ownTeams.form.picture.choose')}
          </label>
          <p id={`${id}-hint`} className={styles.hint}>
            {t('ownTeams.form.picture.hint')}
          </p>
          {value ? (
            <p className={styles.fileName} dir="auto">
              {value.name}
            </p>
          ) : null}
          {shown ? (
            <button type="button" className={styles.link} onClick={remove}>
              {t('ownTeams.form.picture.remove')}
            </button>
          ) : null}
        </div>
      </div>
      {problem ? (
        <p id={`${id}-error`} className={fields.error}>
          {problem}
        </p>
      ) : null}
    </div>
  )
}
