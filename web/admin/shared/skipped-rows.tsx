import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { languages } from '#i18n/languages.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconDownload } from '#web/shared/ui/icons.ts'
import { AdminConfirmDialog, AdminDialog, AdminDialogActions, severalLinesButtonProps } from './dialog.tsx'
import { saveBlobAsFile } from './download-file.ts'

/** The file of the rows that an import left out: `msg` says how many it imported. */
export type SkippedRowsFile = { csv: string; count: number; msg: string; name: string }

/** Downloads the file of the rows that an import left out. */
export const saveSkippedRows = ({ csv, name }: Pick<SkippedRowsFile, 'csv' | 'name'>): void =>
  saveBlobAsFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name)

/**
 * Shows the result of an import that left rows out, and downloads their file. Only this dialog has the file, so it
 * asks before it is closed and before the page is left.
 */
export function SkippedRowsDownloadDialog({ file, onClose }: { file: SkippedRowsFile; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [isClosing, setClosing] = useState(false)
  const blocker = useBlocker(true)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  const isLeaving = blocker.state === 'blocked'
  const formatted = new Intl.NumberFormat(languages[i18n.language].locale).format(file.count)
  return (
    <>
      <AdminDialog onClose={() => setClosing(true)} title={t('admin.import.skip.title')}>
        <Stack>
          <Text role="status">
            {file.msg} {t('admin.import.skip.skipped', { count: file.count, formatted })}
          </Text>
          <Text>{t('admin.import.skip.next')}</Text>
          <Text>{t('admin.import.skip.once')}</Text>
          <AdminDialogActions onCancel={() => setClosing(true)} cancelText={t('admin.list.close')}>
            <Button
              {...severalLinesButtonProps}
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => saveSkippedRows(file)}
            >
              {t('admin.import.skip.download')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </AdminDialog>
      {isClosing || isLeaving ? (
        <AdminConfirmDialog
          title={t('admin.import.skip.leaveTitle')}
          text={t('admin.import.skip.leave')}
          action={t('admin.form.leave')}
          onClose={() => (isLeaving ? blocker.reset() : setClosing(false))}
          onConfirm={() => (isLeaving ? blocker.proceed() : onClose())}
        />
      ) : null}
    </>
  )
}
