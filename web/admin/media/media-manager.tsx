import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useBlocker } from 'react-router'
import type { MediaItem, MediaState, UploadTarget } from '#contract/media.ts'
import { languages } from '#i18n/languages.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { formatBytes } from '#web/shared/ui/format-bytes.ts'
import { toast } from '#web/shared/ui/toast.ts'
import styles from './media.module.css'
import { SimulatorFileDetails } from './simulator-file-details.tsx'
import { SitePictureForm } from './site-picture-form.tsx'
import { UploadForm } from './upload-form.tsx'

/** Shows all media of the site: each can be replaced and removed. */
export function MediaManager({ initial }: { initial: MediaState }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const [media, setMedia] = useState(initial)
  const [removing, setRemoving] = useState<MediaItem>()
  const [uploading, setUploading] = useState<readonly UploadTarget[]>([])
  const changeUploading = useCallback(
    (target: UploadTarget, isUploading: boolean) =>
      setUploading((before) => [...before.filter((each) => each !== target), ...(isUploading ? [target] : [])]),
    [],
  )
  const blocker = useBlocker(uploading.length > 0)

  const remove = async (item: MediaItem) => {
    setRemoving(undefined)
    try {
      setMedia(await adminApi.media.remove(item))
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
  }
  const removeButton = (item: MediaItem) => (
    <Group>
      <Button
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={`${t('adminMedia.remove')}: ${t(`adminMedia.${item}`)}`}
        onClick={() => setRemoving(item)}
      >
        {t('adminMedia.remove')}
      </Button>
    </Group>
  )
  const uploadForm = (target: UploadTarget) => (
    <UploadForm
      target={target}
      label={t(`adminMedia.${target}`)}
      maxBytes={media.maxBytes[target]}
      hasVersion={target !== 'storyVideo'}
      onSaved={setMedia}
      onUploadingChange={changeUploading}
    />
  )
  const hint = (target: UploadTarget) => (
    <Text size="sm" c="dimmed">
      {t(`adminMedia.${target}Hint`, { limit: formatBytes(media.maxBytes[target], locale) })}
    </Text>
  )

  return (
    <Stack gap="lg" maw={1100}>
      <div>
        <Title order={1} size="h2">
          {t('adminMedia.title')}
        </Title>
        <Text c="dimmed">{t('adminMedia.intro')}</Text>
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <FormSection title={t('adminMedia.storyVideo')}>
          {hint('storyVideo')}
          {media.story.video ? (
            // biome-ignore lint/a11y/useMediaCaption: the video has no speech
            <video
              className={styles.video}
              src={media.story.video}
              poster={media.story.poster ?? undefined}
              preload="none"
              controls
              aria-label={t('adminMedia.storyVideo')}
            />
          ) : (
            <Text>{t('adminMedia.none')}</Text>
          )}
          {uploadForm('storyVideo')}
          {media.story.video ? removeButton('storyVideo') : null}
        </FormSection>
        {(['storyPoster', 'logo'] as const).map((item) => (
          <FormSection key={item} title={t(`adminMedia.${item}`)}>
            {item === 'logo' ? (
              <Text size="sm" c="dimmed">
                {t('adminMedia.logoHint')}
              </Text>
            ) : null}
            <SitePictureForm
              item={item}
              label={t(`adminMedia.${item}`)}
              url={item === 'logo' ? media.logo : media.story.poster}
              onSaved={setMedia}
              onRemove={() => setRemoving(item)}
            />
          </FormSection>
        ))}
        {(['simulatorWin', 'simulatorMac'] as const).map((target) => {
          const file = media.simulator[target === 'simulatorWin' ? 'win' : 'mac']
          return (
            <FormSection key={target} title={t(`adminMedia.${target}`)}>
              {hint(target)}
              {file ? <SimulatorFileDetails file={file} /> : <Text>{t('adminMedia.noSimulator')}</Text>}
              {uploadForm(target)}
              {file ? removeButton(target) : null}
            </FormSection>
          )
        })}
      </SimpleGrid>
      {removing ? (
        <ConfirmDialog
          title={t('adminMedia.confirmRemove')}
          text={t('adminMedia.confirmRemoveText')}
          action={t('adminMedia.remove')}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => void remove(removing)}
        />
      ) : null}
      {blocker.state === 'blocked' ? (
        <ConfirmDialog
          title={t('adminMedia.leaveTitle')}
          text={t('adminMedia.leave')}
          action={t('adminMedia.leaveAction')}
          onClose={() => blocker.reset()}
          onConfirm={() => blocker.proceed()}
        />
      ) : null}
    </Stack>
  )
}
