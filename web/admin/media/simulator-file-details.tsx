import { Anchor } from '@mantine/core'
import type { SimulatorFile } from '#contract/media.ts'
import { languages } from '#i18n/languages.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { formatBytes } from '#web/shared/ui/format-bytes.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './media.module.css'

/** Shows name, version, size, checksum and downloads of a file of the simulator. */
export function SimulatorFileDetails({ file }: { file: SimulatorFile }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const number = new Intl.NumberFormat(locale)
  const count = number.format(file.downloads)
  const downloads =
    file.allDownloads === file.downloads ? count : t('adminMedia.downloadsOfAll', { shown: count, all: number.format(file.allDownloads) })
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
