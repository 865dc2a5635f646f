import { Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import type { MediaState, SimulatorFile } from '#contract/site/media.schema.ts'
import type { MediaItem, SiteImage, UploadTarget } from '#contract/site/media.ts'
import { languages } from '#i18n/languages.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { isFocusLost } from '#web/admin/shared/focus.ts'
import { useForm } from '#web/admin/shared/form-dialog.tsx'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { type ImageChange, ImagePickerField } from '#web/admin/shared/image-field.tsx'
import { toFormData } from '#web/shared/api/form-data.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatBytes } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconTrash } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/media-page.ts'
import styles from './media.module.css'
import { UploadForm } from './upload-form.tsx'

const imageCalls = {
  storyPoster: 'PUT /api/admin/media/poster',
  logo: 'PUT /api/admin/media/logo',
  signature: 'PUT /api/admin/media/signature',
  seal: 'PUT /api/admin/media/seal',
} as const satisfies Record<SiteImage, string>

export const clientLoader = async () => (await callApi('GET /api/admin/media')).media

type Props = {
  item: SiteImage
  label: string
  url: string | null
  onSaved: (media: MediaState) => void
  onRemove: () => void
}

/** Chooses and saves an image of the site. */
function SiteImageForm({ item, label, url, onSaved, onRemove }: Props) {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const form = useForm({
    initialValues: { image: undefined as File | undefined },
    send: async (values) => {
      onSaved((await callApi(imageCalls[item], { form: toFormData(values) })).media)
      form.set({ image: undefined })
      toast.success(t('adminMedia.done'))
    },
    // a rejected file cannot be sent again
    onFailed: ({ fields }) => fields.image && form.set({ image: undefined }),
  })
  const { image } = form.values
  const change = (value: ImageChange) => {
    if (value === null) onRemove()
    else form.set({ image: value })
  }
  // the button that had the focus is removed after the upload
  const hadImage = useRef(false)
  useEffect(() => {
    if (image === undefined && hadImage.current && isFocusLost())
      container.current?.querySelector('button')?.focus()
    hadImage.current = image !== undefined
  }, [image])
  return (
    <Stack ref={container}>
      <ImagePickerField
        label={label}
        value={image}
        kept={url}
        onChange={change}
        error={form.errors.image ? (image ? undefined : form.errors.image) : form.problem}
        height={200}
      />
      {image ? (
        <Group>
          <Button
            size="sm"
            loading={form.submitting}
            aria-label={`${t('adminMedia.upload')}: ${label}`}
            onClick={() => void form.submit()}
          >
            {t('adminMedia.upload')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

/** Shows name, version, size, checksum and downloads of a file of the simulator. */
function SimulatorFileDetails({ file }: { file: SimulatorFile }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const number = new Intl.NumberFormat(locale)
  const count = number.format(file.downloads)
  const downloads =
    file.allDownloads === file.downloads
      ? count
      : t('adminMedia.downloadsOfAll', { shown: count, all: number.format(file.allDownloads) })
  const { formatDateTime } = useDateFormat()
  return (
    <dl className={styles.details}>
      <dt>{t('adminMedia.fileName')}</dt>
      <dd>
        <Anchor href={file.url} download size="sm">
          <bdi dir="ltr">{file.fileName}</bdi>
        </Anchor>
      </dd>
      <dt>{t('adminMedia.version')}</dt>
      <dd>
        <bdi dir="ltr">{file.version}</bdi>
      </dd>
      <dt>{t('adminMedia.size')}</dt>
      <dd>{formatBytes(file.size, locale)}</dd>
      <dt>{t('adminMedia.checksum')}</dt>
      <dd>
        <code dir="ltr">{file.sha256}</code>
      </dd>
      <dt>{t('adminMedia.uploadedAt')}</dt>
      <dd>{formatDateTime(file.uploadedAt)}</dd>
      <dt>{t('adminMedia.downloads')}</dt>
      <dd>{downloads}</dd>
    </dl>
  )
}

/** Shows all media of the site: each can be replaced and removed. */
function MediaManager({ initial }: { initial: MediaState }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const [media, setMedia] = useState(initial)
  const [removing, setRemoving] = useState<MediaItem>()
  const [uploading, setUploading] = useState<readonly UploadTarget[]>([])
  const changeUploading = useCallback(
    (target: UploadTarget, isUploading: boolean) =>
      setUploading((before) => [
        ...before.filter((each) => each !== target),
        ...(isUploading ? [target] : []),
      ]),
    [],
  )
  const blocker = useBlocker(uploading.length > 0)

  const remove = async (item: MediaItem) => {
    setRemoving(undefined)
    try {
      setMedia((await callApi('DELETE /api/admin/media', { query: { item } })).media)
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
        {(['storyPoster', 'logo', 'signature', 'seal'] as const).map((item) => (
          <FormSection key={item} title={t(`adminMedia.${item}`)}>
            {item === 'storyPoster' ? null : (
              <Text size="sm" c="dimmed">
                {t(item === 'logo' ? 'adminMedia.logoHint' : 'adminMedia.certificateHint')}
              </Text>
            )}
            <SiteImageForm
              item={item}
              label={t(`adminMedia.${item}`)}
              url={item === 'storyPoster' ? media.story.poster : media[item]}
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
        <AdminConfirmDialog
          title={t('adminMedia.confirmRemove')}
          text={t('adminMedia.confirmRemoveText')}
          action={t('adminMedia.remove')}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => void remove(removing)}
        />
      ) : null}
      {blocker.state === 'blocked' ? (
        <AdminConfirmDialog
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

export default function SiteMediaPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminMedia.title')} · ${t('name')}`}</title>
      <MediaManager initial={loaderData} />
    </>
  )
}
