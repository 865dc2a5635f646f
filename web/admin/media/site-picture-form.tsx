import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { MediaState, SitePicture } from '#contract/media.ts'
import { isFocusLost } from '#web/admin/shared/is-focus-lost.ts'
import { type PictureChange, PictureField } from '#web/admin/shared/picture-field.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = { item: SitePicture; label: string; url: string | null; onSaved: (media: MediaState) => void; onRemove: () => void }

/** Chooses and saves a picture of the site. */
export function SitePictureForm({ item, label, url, onSaved, onRemove }: Props) {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const [image, setImage] = useState<File>()
  const { submitting, failure, submit } = useAdminSubmit()
  const change = (value: PictureChange) => {
    if (value === null) onRemove()
    else setImage(value)
  }
  const save = async (file: File) => {
    const failed = await submit(async () => {
      onSaved(await adminApi.media.savePicture(item, file))
      setImage(undefined)
      toast.success(t('adminMedia.done'))
    })
    // a rejected file cannot be sent again
    if (failed?.fields.image) setImage(undefined)
  }
  // the button that had the focus is removed after the upload
  const hadImage = useRef(false)
  useEffect(() => {
    if (image === undefined && hadImage.current && isFocusLost()) container.current?.querySelector('button')?.focus()
    hadImage.current = image !== undefined
  }, [image])
  return (
    <Stack ref={container}>
      <PictureField
        label={label}
        value={image}
        kept={url}
        onChange={change}
        error={failure?.fields.image ? (image ? undefined : failure.fields.image) : failure?.message}
        height={200}
      />
      {image ? (
        <Group>
          <Button size="sm" loading={submitting} aria-label={`${t('adminMedia.upload')}: ${label}`} onClick={() => void save(image)}>
            {t('adminMedia.upload')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
