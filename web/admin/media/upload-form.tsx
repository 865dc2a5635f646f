import { Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type MediaState, mediaLimits, type UploadTarget, uploadExtensions } from '#contract/media.ts'
import { languages } from '#i18n/languages.ts'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { isFocusLost } from '#web/admin/shared/is-focus-lost.ts'
import { useFocusOnMount } from '#web/admin/shared/use-focus-on-mount.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { formatBytes } from '#web/shared/ui/format-bytes.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { findFileProblem } from './check-file.ts'
import type { UploadProgress } from './upload-file.ts'
import { useMediaUpload } from './use-media-upload.ts'

type Props = {
  target: UploadTarget
  label: string
  maxBytes: number
  /** The file has a version, which visitors see. */
  hasVersion: boolean
  onSaved: (media: MediaState) => void
  onUploadingChange: (target: UploadTarget, isUploading: boolean) => void
}

/** Chooses a file and uploads it, with progress and a button that cancels it. */
export function UploadForm({ target, label, maxBytes, hasVersion, onSaved, onUploadingChange }: Props) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const [file, setFile] = useState<File>()
  const [version, setVersion] = useState('')
  const [problem, setProblem] = useState<string>()
  const [versionProblem, setVersionProblem] = useState<string>()
  const upload = useMediaUpload()
  const isUploading = upload.progress !== undefined
  const chooseButton = useRef<HTMLButtonElement>(null)
  const wasUploading = useRef(false)
  useEffect(() => {
    if (wasUploading.current && !isUploading && isFocusLost()) chooseButton.current?.focus()
    wasUploading.current = isUploading
  }, [isUploading])
  useEffect(() => onUploadingChange(target, isUploading), [target, isUploading, onUploadingChange])

  const types = uploadExtensions[target].map((extension) => `.${extension}`).join(', ')
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    const found = await findFileProblem(chosen, target, maxBytes)
    const values = { types, size: formatBytes(chosen.size, locale), limit: formatBytes(maxBytes, locale) }
    setProblem(found && t(`adminMedia.${found}`, values))
    setFile(found ? undefined : chosen)
  }
  const start = async (chosen: File) => {
    if (hasVersion && version.trim() === '') return setVersionProblem(t('adminMedia.noVersion'))
    setProblem(undefined)
    try {
      const media = await upload.start({ target, file: chosen, version: version.trim() })
      if (!media) return toast.success(t('adminMedia.cancelled'))
      setFile(undefined)
      setVersion('')
      toast.success(t('adminMedia.done'))
      onSaved(media)
    } catch (error) {
      setProblem((error instanceof ApiError && error.fields.file) || getErrorMessage(t, error))
    }
  }

  if (upload.progress) return <UploadProgressBar progress={upload.progress} name={file?.name ?? ''} onCancel={upload.cancel} />
  return (
    <Stack gap="xs">
      <ErrorAlert message={problem} />
      {hasVersion ? (
        <TextInput
          label={t('adminMedia.version')}
          description={t('adminMedia.versionHint')}
          dir="ltr"
          maw={260}
          maxLength={mediaLimits.version}
          value={version}
          error={versionProblem}
          onChange={(event) => {
            setVersion(event.currentTarget.value)
            setVersionProblem(undefined)
          }}
        />
      ) : null}
      <Group gap="xs">
        <FileButton onChange={(chosen) => void choose(chosen)} accept={types}>
          {(props) => (
            <Button
              {...props}
              ref={chooseButton}
              variant="default"
              size="sm"
              aria-label={`${t(file ? 'adminMedia.chooseAnother' : 'adminMedia.choose')}: ${label}`}
            >
              {t(file ? 'adminMedia.chooseAnother' : 'adminMedia.choose')}
            </Button>
          )}
        </FileButton>
        {file ? (
          <Button
            size="sm"
            leftSection={<IconUpload size={18} aria-hidden />}
            aria-label={`${t('adminMedia.upload')}: ${label}`}
            onClick={() => void start(file)}
          >
            {t('adminMedia.upload')}
          </Button>
        ) : null}
      </Group>
      {file ? (
        <Text size="sm">
          <bdi>{t('adminMedia.chosen', { name: file.name, size: formatBytes(file.size, locale) })}</bdi>
        </Text>
      ) : null}
    </Stack>
  )
}

/** Shows how far an upload is, with a button that cancels it. */
function UploadProgressBar({ progress, name, onCancel }: { progress: UploadProgress; name: string; onCancel: () => void }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const { sent, size, state } = progress
  const cancelButton = useFocusOnMount<HTMLButtonElement>()
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={(100 * sent) / size} animated aria-label={t('adminMedia.progress', { name })} />
      </Progress.Root>
      <Text size="sm" role="status">
        {t(`adminMedia.${state}`, { sent: formatBytes(sent, locale), size: formatBytes(size, locale) })}
      </Text>
      <Group>
        <Button ref={cancelButton} variant="default" size="sm" onClick={onCancel}>
          {t('adminMedia.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
