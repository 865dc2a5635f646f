import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { imageTypes } from '#contract/site/media-format.ts'
import { validateAndShrinkImage } from '#web/shared/forms/prepare-image.ts'
import { useObjectUrl } from '#web/shared/forms/use-object-url.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPhoto, IconTrash } from '#web/shared/ui/icons.ts'
import styles from './image-field.module.css'

/** A chosen file; null removes the image, undefined keeps it. */
export type ImageChange = File | null | undefined

type Props = {
  label: string
  value: ImageChange
  /** The URL of the stored image. */
  kept: string | null
  onChange: (value: ImageChange) => void
  error?: string | undefined
  /** Size of the preview in pixels; without a width it is as wide as the form. */
  width?: number
  height: number
  /** The aspect ratio in which pages show the image, such as `16 / 9`; a second preview has it. */
  shownRatio?: string
  /** The URL of an image that the preview shows instead of an icon while there is none. */
  placeholder?: string
  /** How the image is shown, such as its aspect ratio. */
  hint?: string
}

/**
 * Chooses an image and shows a preview. It scales large photos, and rejects other types and unreadable files;
 * the server checks the content.
 */
export function ImagePickerField({
  label,
  value,
  kept,
  onChange,
  error,
  width,
  height,
  shownRatio,
  placeholder,
  hint,
}: Props) {
  const { t } = useTranslation()
  const [rejection, setRejection] = useState<'picture-too-large' | 'bad-picture'>()
  const preview = useObjectUrl(value)
  const shownUrl = value === null ? undefined : (preview ?? kept ?? undefined)
  const chosen = useRef<File>(undefined)
  const resetInput = useRef<() => void>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    chosen.current = file
    // the browser would tell nothing when the same file is chosen again
    resetInput.current?.()
    const prepared = await validateAndShrinkImage(file)
    // another file was chosen, or the image removed, while this one was scaled
    if (chosen.current !== file) return
    setRejection(prepared instanceof File ? undefined : prepared)
    onChange(prepared instanceof File ? prepared : undefined)
  }
  const rejectUnreadable = () => {
    if (!preview) return
    setRejection('bad-picture')
    onChange(undefined)
  }
  const remove = () => {
    chosen.current = undefined
    setRejection(undefined)
    onChange(kept ? null : undefined)
  }
  const picture =
    shownUrl && !(preview && rejection === 'bad-picture') ? (
      <img src={shownUrl} alt="" className={styles.picture} onError={rejectUnreadable} />
    ) : placeholder ? (
      <img src={placeholder} alt={t('admin.form.noPicture')} className={styles.picture} />
    ) : (
      <span className={styles.none}>
        <IconPhoto size={34} stroke={1.3} aria-hidden />
        {t('admin.form.noPicture')}
      </span>
    )
  const problem = rejection ? t(`fieldErrors.${rejection}`) : error
  return (
    <Input.Wrapper
      label={label}
      description={hint ? `${t('admin.form.pictureHint')}. ${hint}` : t('admin.form.pictureHint')}
      error={problem}
      labelElement="div"
    >
      <Stack gap="xs" my={6}>
        <Group gap="sm" align="flex-end">
          <div className={styles.frame} style={{ blockSize: height, inlineSize: width ?? '100%' }}>
            {picture}
          </div>
          {shownRatio ? (
            <figure className={styles.shown} aria-hidden="true">
              <div className={styles.frame} style={{ aspectRatio: shownRatio }}>
                {picture}
              </div>
              <figcaption>{t('admin.form.asShown')}</figcaption>
            </figure>
          ) : null}
        </Group>
        <Group gap="xs">
          <FileButton
            resetRef={resetInput}
            onChange={(file) => void choose(file)}
            accept={imageTypes.join(',')}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                aria-label={`${t(shownUrl ? 'admin.form.changePicture' : 'admin.form.choosePicture')}: ${label}`}
                data-error={problem ? 'true' : undefined}
              >
                {t(shownUrl ? 'admin.form.changePicture' : 'admin.form.choosePicture')}
              </Button>
            )}
          </FileButton>
          {shownUrl ? (
            <Button
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              size="xs"
              leftSection={<IconTrash size={16} />}
              onClick={remove}
            >
              {t('admin.form.removePicture')}
            </Button>
          ) : null}
        </Group>
        {value ? (
          <Text size="xs" c="dimmed" dir="auto">
            {value.name}
          </Text>
        ) : null}
      </Stack>
    </Input.Wrapper>
  )
}
