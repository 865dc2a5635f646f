import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './picture-field.module.css'

/** A picked file; null takes the picture away, undefined leaves it. */
export type PictureChange = File | null | undefined

type Props = {
  label: string
  value: PictureChange
  /** The picture that is kept on the server. */
  kept: string | null
  onChange: (value: PictureChange) => void
  error?: string | undefined
  /** Size of the preview in pixels; the width follows the window when it is left out. */
  width?: number
  height: number
}

const megabytes = 10

/** Picks a picture and shows it before it is sent. What cannot be shown is told at once; the server looks at what it is. */
export function PictureField({ label, value, kept, onChange, error, width, height }: Props) {
  const { t } = useTranslation()
  const [preview, setPreview] = useState<string>()
  const [refused, setRefused] = useState<'picture-too-large' | 'bad-picture'>()
  useEffect(() => {
    if (!value) return setPreview(undefined)
    const url = URL.createObjectURL(value)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [value])
  const shown = value === null ? undefined : (preview ?? kept ?? undefined)
  const pick = (file: File | null) => {
    if (!file) return
    const tooLarge = file.size > megabytes * 1024 * 1024
    setRefused(tooLarge ? 'picture-too-large' : undefined)
    if (!tooLarge) onChange(file)
  }
  const remove = () => {
    setRefused(undefined)
    onChange(kept ? null : undefined)
  }
  const problem = refused ? t(`fieldErrors.${refused}`) : error
  return (
    <Input.Wrapper label={label} description={t('admin.form.pictureHint')} error={problem} labelElement="div">
      <Stack gap="xs" mt={6}>
        <div className={styles.frame} style={{ blockSize: height, inlineSize: width ?? '100%' }}>
          {shown && refused !== 'bad-picture' ? (
            <img src={shown} alt="" className={styles.picture} onError={() => preview && setRefused('bad-picture')} />
          ) : (
            <span className={styles.none}>
              <IconPhoto size={34} stroke={1.3} aria-hidden />
              {t('admin.form.noPicture')}
            </span>
          )}
        </div>
        <Group gap="xs">
          <FileButton onChange={pick} accept="image/jpeg,image/png,image/gif">
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                aria-label={`${t(shown ? 'admin.form.changePicture' : 'admin.form.choosePicture')}: ${label}`}
                data-error={problem ? 'true' : undefined}
              >
                {t(shown ? 'admin.form.changePicture' : 'admin.form.choosePicture')}
              </Button>
            )}
          </FileButton>
          {shown ? (
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
