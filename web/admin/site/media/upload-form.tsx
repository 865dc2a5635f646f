import { Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { MediaState } from '#contract/site/media.schema.ts'
import { mediaLimits, type UploadTarget, uploadExtensions } from '#contract/site/media.ts'
import {
  getExtensionOfFileName,
  hasSignatureOfExtension,
  mediaSignatureBytes,
} from '#contract/site/media-format.ts'
import { languages } from '#i18n/languages.ts'
import { ErrorAlert, getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { isFocusLost, useFocusOnMount } from '#web/admin/shared/focus.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatBytes } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconUpload } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { type UploadProgress, uploadFileInPartsAndGetSiteMedia } from './upload-file.ts'

type Request = { target: UploadTarget; file: File; version: string }

/**
 * Uploads one file at a time and reports its progress. The upload is cancelled when the component disappears;
 * the browser asks before the page is closed.
 */
const useMediaUpload = () => {
  const [progress, setProgress] = useState<UploadProgress>()
  const controller = useRef<AbortController>(undefined)
  const isUploading = progress !== undefined
  useEffect(() => () => controller.current?.abort(), [])
  useEffect(() => {
    if (!isUploading) return
    const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeClosing)
    return () => window.removeEventListener('beforeunload', askBeforeClosing)
  }, [isUploading])

  return {
    /** Undefined while nothing is uploaded. */
    progress,
    /**
     * Resolves to the media after the upload, or to undefined when it was cancelled. Throws the error of the
     * server.
     */
    start: async (request: Request): Promise<MediaState | undefined> => {
      const current = new AbortController()
      controller.current = current
      setProgress({ sent: 0, size: request.file.size, state: 'sending' })
      try {
        return await uploadFileInPartsAndGetSiteMedia(callApi, request, {
          signal: current.signal,
          onProgress: setProgress,
        })
      } catch (error) {
        if (current.signal.aborted) return undefined
        throw error
      } finally {
        setProgress(undefined)
      }
    },
    cancel: () => controller.current?.abort(),
  }
}

/** Why a chosen file cannot be uploaded. */
type FileProblem = 'tooLarge' | 'wrongFile'

const readBytes = async (part: Blob) => new Uint8Array(await part.arrayBuffer())

/**
 * Checks size, name and first and last bytes of a file before it is uploaded. Returns undefined for a file
 * without a problem. The server checks it again.
 */
const findFileProblem = async (
  file: File,
  target: UploadTarget,
  maxBytes: number,
): Promise<FileProblem | undefined> => {
  if (file.size > maxBytes) return 'tooLarge'
  const extension = getExtensionOfFileName(file.name)
  if (!uploadExtensions[target].includes(extension)) return 'wrongFile'
  const head = await readBytes(file.slice(0, mediaSignatureBytes.head))
  const tail = await readBytes(file.slice(Math.max(0, file.size - mediaSignatureBytes.tail)))
  return hasSignatureOfExtension(extension, head, tail) ? undefined : 'wrongFile'
}

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

  if (upload.progress)
    return <UploadProgressBar progress={upload.progress} name={file?.name ?? ''} onCancel={upload.cancel} />
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
function UploadProgressBar({
  progress,
  name,
  onCancel,
}: {
  progress: UploadProgress
  name: string
  onCancel: () => void
}) {
  const { t, tAttribute, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const { sent, size, state } = progress
  const cancelButton = useFocusOnMount<HTMLButtonElement>()
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section
          value={(100 * sent) / size}
          animated
          aria-label={tAttribute('adminMedia.progress', { name })}
        />
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
